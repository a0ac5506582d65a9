import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StorageEngine } from 'multer';
import type { DiskSpace } from '../../platform/disk-space.ts';
import { newId } from '../../platform/ids.ts';

interface UploadStorageOptions {
  /** Contains the directory of each request. */
  parentDirectory: string;
  diskSpace: Pick<DiskSpace, 'watch'>;
  countBytes: (bytes: number) => void;
}

/** Stores the files of one request with permissions for the server's account only. */
export interface UploadStorage extends StorageEngine {
  /** Waits until all writes have finished or failed, and deletes the files. */
  removeFiles(): Promise<void>;
}

export function createUploadStorage(options: UploadStorageOptions): UploadStorage {
  const writes: Promise<unknown>[] = [];
  /** The directory of this request; undefined until its first file. */
  let directory: string | undefined;
  return {
    _handleFile(_request, file, done) {
      directory ??= path.join(options.parentDirectory, newId());
      const target = path.join(directory, newId());
      const write = writeUpload(file.stream, target, options);
      writes.push(write);
      write.then((size) => done(null, { path: target, size }), done);
    },
    _removeFile(_request, file, done) {
      rm(file.path, { force: true }).then(() => done(null), done);
    },
    async removeFiles() {
      await Promise.allSettled(writes);
      if (directory === undefined) return;
      await rm(directory, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Returns the number of bytes written. */
async function writeUpload(
  content: Readable,
  target: string,
  { diskSpace, countBytes }: Pick<UploadStorageOptions, 'diskSpace' | 'countBytes'>,
): Promise<number> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  let bytes = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    // Do not destroy the stream on errors: multer would report that instead of the cause.
    const chunks = content.iterator({ destroyOnReturn: false });
    for await (const chunk of diskSpace.watch(chunks)) {
      bytes += chunk.length;
      countBytes(chunk.length);
      yield chunk;
    }
  }
  try {
    await pipeline(counted(), createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    // Delete immediately: the client may keep sending for a while before it reads the response.
    await rm(target, { force: true });
    throw error;
  }
  return bytes;
}
