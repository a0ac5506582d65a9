import { animationMaxFrames, animationMaxPixels, imageMaxPixels } from '@skein/contracts/limits';
import type { UploadedFile } from '../../shared/uploaded-file.ts';
import { sniffFormat } from './accepted-formats.ts';
import type { AcceptedFormat } from './accepted-formats.ts';
import { inspectImage } from './image/inspect-image.ts';
import type { ImageFacts } from './image/inspect-image.ts';
import { damagedPicture, emptyFile, tooLarge, unknownFormat } from './refusals.ts';

/** An upload of an accepted format within its caps, as far as its header tells. */
export interface CheckedUpload {
  file: UploadedFile;
  format: AcceptedFormat;
  facts: ImageFacts;
}

/**
 * Checks everything about an uploaded file that can be checked before a pixel is decoded, by
 * its content alone.
 * @throws ValidationError when it is empty, UnsupportedMediaError, PayloadTooLargeError
 */
export async function checkUpload(file: UploadedFile): Promise<CheckedUpload> {
  if (file.bytes === 0) throw emptyFile(file);
  const format = await sniffFormat(file.path);
  if (format === null) throw unknownFormat(file);
  if (file.bytes > format.maxBytes) throw tooLarge(file, `${format.maxBytes / 1024 ** 2} MB`);

  const facts = await inspectImage(file.path).catch((error: unknown) => {
    throw damagedPicture(file, error);
  });
  if (facts.decoder !== format.decoder) throw damagedPicture(file);
  requireWithinCaps(file, facts);
  return { file, format, facts };
}

function requireWithinCaps(file: UploadedFile, { pixels, frames }: ImageFacts): void {
  if (pixels > imageMaxPixels) throw tooLarge(file, `${imageMaxPixels / 1e6} megapixels`);
  if (frames > animationMaxFrames) throw tooLarge(file, `${animationMaxFrames} frames`);
  if (frames > 1 && pixels * frames > animationMaxPixels) {
    throw tooLarge(file, `${animationMaxPixels / 1e6} megapixels in all frames together`);
  }
}
