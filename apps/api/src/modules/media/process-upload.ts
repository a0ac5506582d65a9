import type { CheckedUpload } from './check-upload.ts';
import { processFile } from './process-file.ts';
import type { ProcessFileDependencies } from './process-file.ts';
import { processImage } from './process-image.ts';
import type { ProcessedMedia } from './processed-media.ts';

/**
 * Stores the files of a checked upload. On failure, no files remain.
 * @throws UnsupportedMediaError for a damaged file, UnavailableError when the store or memory is
 * full
 */
export function processCheckedUpload(
  processDependencies: ProcessFileDependencies,
  upload: CheckedUpload,
  ownerId: string,
): Promise<ProcessedMedia> {
  return upload.kind === 'image'
    ? processImage(processDependencies, upload, ownerId)
    : processFile(processDependencies, upload, ownerId);
}
