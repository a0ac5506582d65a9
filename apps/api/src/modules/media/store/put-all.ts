import type { Readable } from 'node:stream';
import type { MediaStore } from './media-store.ts';

export interface NewFile {
  fileName: string;
  content: Uint8Array | Readable;
}

/** Stores all files of a key. On failure, none remains. */
export async function putAll(
  store: Pick<MediaStore, 'put' | 'remove'>,
  key: string,
  files: readonly NewFile[],
): Promise<void> {
  const puts = await Promise.allSettled(
    files.map(({ fileName, content }) => store.put(key, fileName, content)),
  );
  const failed = puts.find((put) => put.status === 'rejected');
  if (failed === undefined) return;
  await store.remove(key);
  throw failed.reason;
}
