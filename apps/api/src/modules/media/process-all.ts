import type { UploadLimits } from '@skein/contracts/upload-limits';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import { checkAttachment } from './check-attachment.ts';
import type { CheckedUpload } from './check-upload.ts';
import type { ProcessedMedia } from './processed-media.ts';

interface Dependencies {
  readUploadLimits: () => UploadLimits;
  /**
   * Counts the work against the owner's limit.
   * @throws RateLimitedError
   */
  charge: (uploads: readonly CheckedUpload[]) => Promise<void>;
  processOne: (upload: CheckedUpload) => Promise<ProcessedMedia>;
  discard: (uploads: readonly ProcessedMedia[]) => Promise<void>;
}

/** Processes all files or none. All files are checked before the first is processed. */
export async function processAll(
  { readUploadLimits, charge, processOne, discard }: Dependencies,
  files: readonly UploadedFile[],
): Promise<ProcessedMedia[]> {
  const limits = readUploadLimits();
  const uploads: CheckedUpload[] = [];
  for (const file of files) uploads.push(await checkAttachment(file, limits));
  await charge(uploads);

  const results = await Promise.allSettled(uploads.map(processOne));
  const processed = results.flatMap((r) => (r.status === 'fulfilled' ? [r.value] : []));
  const rejected = results.find((result) => result.status === 'rejected');
  if (rejected === undefined) return processed;
  await discard(processed);
  throw rejected.reason;
}
