import { animationMaxFrames, animationMaxPixels, imageMaxPixels } from '@skein/contracts/limits';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import { maxBytesByType, sniffFormat } from './accepted-formats.ts';
import type { FileFormat, ImageFormat } from './accepted-formats.ts';
import type { FileFacts } from './formats/file-facts.ts';
import { checkCaptions } from './check-captions.ts';
import type { CheckedCaptions } from './check-captions.ts';
import { DamagedFileError, inspectFile } from './formats/file-reader.ts';
import type { ImageFacts } from './image/inspect-image.ts';
import {
  damagedFile,
  damagedImage,
  emptyFile,
  notAVideo,
  tooLarge,
  unknownFormat,
  unplayableAnimation,
  unreadableHeic,
} from './upload-errors.ts';

/** An image of an accepted format, within the limits as far as its header shows. */
export interface CheckedImage {
  kind: 'image';
  file: UploadedFile;
  facts: ImageFacts;
}

/** A complete video, audio file or document of an accepted format, within its size limit. */
export interface CheckedFile {
  kind: 'file';
  file: UploadedFile;
  facts: FileFacts;
  /** Set only for videos. */
  poster: CheckedImage | null;
  captions: CheckedCaptions[];
}

export type CheckedUpload = CheckedImage | CheckedFile;

/**
 * Checks an uploaded file by its content as far as possible without decoding pixels.
 * @throws ValidationError for an empty file, UnsupportedMediaError, PayloadTooLargeError
 */
export async function checkUpload(file: UploadedFile): Promise<CheckedUpload> {
  if (file.bytes === 0) throw emptyFile(file);
  const format = await sniffFormat(file.path);
  if (format === null) throw unknownFormat(file);
  requireBytes(file, format.maxBytes);
  if (!('decoder' in format)) return checkFile(file, format);
  requireNoCaptions(file);
  return checkImage(file, format);
}

async function checkImage(
  file: UploadedFile,
  { decoder, animation }: ImageFormat,
): Promise<CheckedImage> {
  if (animation !== undefined) throw unplayableAnimation(file, animation);
  // Loaded lazily: a server without uploads does not need the decoders.
  const { inspectImage } = await import('./image/inspect-image.ts');
  const facts = await inspectImage(file.path).catch((error: unknown) => {
    throw decoder === 'heif' ? unreadableHeic(file, error) : damagedImage(file, error);
  });
  if (facts.decoder !== decoder) throw damagedImage(file);
  requireWithinLimits(file, facts);
  return { kind: 'image', file, facts };
}

async function checkFile(file: UploadedFile, { inspect }: FileFormat): Promise<CheckedFile> {
  const facts = await inspectFile(file.path, inspect).catch((error: unknown) => {
    throw error instanceof DamagedFileError ? damagedFile(file, error) : error;
  });
  requireBytes(file, maxBytesByType[facts.mediaType]);
  const { poster, captions = [] } = file;
  // Apps of the Mastodon API send a poster with any file.
  const isVideo = facts.mediaType === 'video';
  if (!isVideo) requireNoCaptions(file);
  return {
    kind: 'file',
    file,
    facts,
    poster: isVideo && poster ? await checkPoster(poster) : null,
    captions: await Promise.all(captions.map(checkCaptions)),
  };
}

async function checkPoster(file: UploadedFile): Promise<CheckedImage> {
  const poster = await checkUpload(file);
  if (poster.kind !== 'image') throw unknownFormat(file);
  return poster;
}

function requireNoCaptions({ captions = [] }: UploadedFile): void {
  if (captions.length > 0) throw notAVideo();
}

function requireBytes(file: UploadedFile, maxBytes: number): void {
  if (file.bytes > maxBytes) throw tooLarge(file, `${maxBytes / 1024 ** 2} MB`);
}

function requireWithinLimits(file: UploadedFile, { pixels, frames }: ImageFacts): void {
  if (pixels > imageMaxPixels) throw tooLarge(file, `${imageMaxPixels / 1e6} megapixels`);
  if (frames > animationMaxFrames) throw tooLarge(file, `${animationMaxFrames} frames`);
  if (frames > 1 && pixels * frames > animationMaxPixels) {
    throw tooLarge(file, `${animationMaxPixels / 1e6} megapixels in all frames together`);
  }
}
