import type { UploadedFile } from '../../platform/uploaded-file.ts';
import { checkUpload } from './check-upload.ts';
import type { CheckedUpload } from './check-upload.ts';
import type { PreparedMedia } from './prepared-media.ts';

interface Dependencies {
  /** Counts the work against the owner's limit; may reject it. */
  charge: (uploads: readonly CheckedUpload[]) => Promise<void>;
  prepareOne: (upload: CheckedUpload) => Promise<PreparedMedia>;
  discard: (uploads: readonly PreparedMedia[]) => Promise<void>;
}

/** Makes all files ready or none. No work is spent on any before all have been checked. */
export async function prepareAll(
  { charge, prepareOne, discard }: Dependencies,
  files: readonly UploadedFile[],
): Promise<PreparedMedia[]> {
  const uploads: CheckedUpload[] = [];
  for (const file of files) uploads.push(await checkUpload(file));
  await charge(uploads);

  const results = await Promise.allSettled(uploads.map(prepareOne));
  const prepared = results.flatMap((r) => (r.status === 'fulfilled' ? [r.value] : []));
  const refused = results.find((result) => result.status === 'rejected');
  if (refused === undefined) return prepared;
  await discard(prepared);
  throw refused.reason;
}
