import {
  AppError,
  PayloadTooLargeError,
  UnsupportedMediaError,
  ValidationError,
} from '../../shared/errors.ts';
import type { UploadedFile } from '../../shared/uploaded-file.ts';
import { acceptedFormatNames } from './accepted-formats.ts';

const shownNameMaxLength = 80;

export function emptyFile(file: UploadedFile): AppError {
  return new ValidationError([{ path: 'media', message: `${nameOf(file)} is empty.` }]);
}

export function unknownFormat(file: UploadedFile): AppError {
  return new UnsupportedMediaError(
    `${nameOf(file)} can't be attached: only ${acceptedFormatNames} pictures can.`,
  );
}

export function damagedPicture(file: UploadedFile, cause?: unknown): AppError {
  const message = `${nameOf(file)} is damaged or not a real picture.`;
  return new AppError('unsupported_media', message, { cause });
}

/** @param limit what it may have at most, as in "10 MB" */
export function tooLarge(file: UploadedFile, limit: string): AppError {
  return new PayloadTooLargeError(`${nameOf(file)} is too large: at most ${limit} are possible.`);
}

/** As its sender called it, short enough for a sentence. */
function nameOf(file: UploadedFile): string {
  const name = file.originalName;
  if (name === '') return 'The file';
  const characters = Array.from(name);
  return characters.length > shownNameMaxLength
    ? `"${characters.slice(0, shownNameMaxLength).join('')}…"`
    : `"${name}"`;
}
