import { animationMaxFrames, animationMaxPixels, imageMaxPixels } from '@skein/contracts/limits';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import { maxBytesByType, sniffFormat } from './accepted-formats.ts';
import type { ContainerFormat, ImageFormat } from './accepted-formats.ts';
import type { ContainerFacts } from './container/container-facts.ts';
import { DamagedFileError, inspectFile } from './container/file-reader.ts';
import type { ImageFacts } from './image/inspect-image.ts';
import { damagedFile, damagedPicture, emptyFile, tooLarge, unknownFormat } from './refusals.ts';

/** A picture of an accepted format within its caps, as far as its header tells. */
export interface CheckedImage {
  kind: 'image';
  file: UploadedFile;
  facts: ImageFacts;
}

/** A video, sound or document of an accepted format, whole and within its cap. */
export interface CheckedContainer {
  kind: 'container';
  file: UploadedFile;
  facts: ContainerFacts;
}

export type CheckedUpload = CheckedImage | CheckedContainer;

/**
 * Checks everything about an uploaded file that can be checked before a pixel is decoded, by
 * its content alone.
 * @throws ValidationError when it is empty, UnsupportedMediaError, PayloadTooLargeError
 */
export async function checkUpload(file: UploadedFile): Promise<CheckedUpload> {
  if (file.bytes === 0) throw emptyFile(file);
  const format = await sniffFormat(file.path);
  if (format === null) throw unknownFormat(file);
  requireBytes(file, format.maxBytes);
  return 'decoder' in format ? checkImage(file, format) : checkContainer(file, format);
}

async function checkImage(file: UploadedFile, { decoder }: ImageFormat): Promise<CheckedImage> {
  // Loaded with the first picture: a server that nobody uploads to has no use for its decoders.
  const { inspectImage } = await import('./image/inspect-image.ts');
  const facts = await inspectImage(file.path).catch((error: unknown) => {
    throw damagedPicture(file, error);
  });
  if (facts.decoder !== decoder) throw damagedPicture(file);
  requireWithinCaps(file, facts);
  return { kind: 'image', file, facts };
}

async function checkContainer(
  file: UploadedFile,
  { inspect }: ContainerFormat,
): Promise<CheckedContainer> {
  const facts = await inspectFile(file.path, inspect).catch((error: unknown) => {
    throw error instanceof DamagedFileError ? damagedFile(file, error) : error;
  });
  requireBytes(file, maxBytesByType[facts.mediaType]);
  return { kind: 'container', file, facts };
}

function requireBytes(file: UploadedFile, maxBytes: number): void {
  if (file.bytes > maxBytes) throw tooLarge(file, `${maxBytes / 1024 ** 2} MB`);
}

function requireWithinCaps(file: UploadedFile, { pixels, frames }: ImageFacts): void {
  if (pixels > imageMaxPixels) throw tooLarge(file, `${imageMaxPixels / 1e6} megapixels`);
  if (frames > animationMaxFrames) throw tooLarge(file, `${animationMaxFrames} frames`);
  if (frames > 1 && pixels * frames > animationMaxPixels) {
    throw tooLarge(file, `${animationMaxPixels / 1e6} megapixels in all frames together`);
  }
}
