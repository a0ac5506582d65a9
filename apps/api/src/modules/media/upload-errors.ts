import { uploadFormatNames } from '@skein/contracts/upload-limits';
import type { UploadFormat } from '@skein/contracts/upload-limits';
import {
  AppError,
  NotFoundError,
  PayloadTooLargeError,
  UnsupportedMediaError,
  ValidationError,
} from '../../platform/errors.ts';
import { toDisplayName } from '../../platform/uploaded-file.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import { acceptedFormatNames } from './accepted-formats.ts';

export function emptyFile(file: UploadedFile): AppError {
  return new ValidationError([
    { path: 'media', message: `${toDisplayName(file.originalName)} is empty.` },
  ]);
}

export function notAVideo(): AppError {
  return new ValidationError([{ path: 'captions', message: 'Only videos can have captions.' }]);
}

export function missingFile(): AppError {
  return new ValidationError([{ path: 'media', message: 'Choose a file to upload.' }]);
}

/** The message is the same for uploads of other users, so that it does not reveal them. */
export function uploadNotClaimable(): AppError {
  return new ValidationError([
    { path: 'mediaUrl', message: "This upload has expired, was already used, or isn't yours." },
  ]);
}

export function mediaNotFound(): AppError {
  return new NotFoundError("This upload doesn't exist.");
}

export function unknownFormat(file: UploadedFile): AppError {
  return new UnsupportedMediaError(
    `${toDisplayName(file.originalName)} can't be attached. Supported formats: ${acceptedFormatNames}.`,
  );
}

/** The format is accepted in principle, but administrators have not allowed it. */
export function formatNotAllowed(file: UploadedFile, formats: readonly UploadFormat[]): AppError {
  const names = [...new Set(formats.map((format) => uploadFormatNames[format]))].join(', ');
  return new UnsupportedMediaError(
    `${toDisplayName(file.originalName)} can't be attached. Supported formats: ${names}.`,
  );
}

export function damagedImage(file: UploadedFile, cause?: unknown): AppError {
  const message = `${toDisplayName(file.originalName)} is damaged or isn't a picture.`;
  return new AppError('unsupported_media', message, { cause });
}

export function damagedFile(file: UploadedFile, cause: unknown): AppError {
  const message = `${toDisplayName(file.originalName)} is damaged, or its content doesn't match its type.`;
  return new AppError('unsupported_media', message, { cause });
}

/** The user's quota for the number of files is exceeded. */
export function tooManyFiles(filesMax: number): AppError {
  return new PayloadTooLargeError(
    `You can store up to ${filesMax.toLocaleString('en')} files. Delete some that you no longer need.`,
  );
}

export function quotaExceeded(bytesMax: number): AppError {
  return new PayloadTooLargeError(
    `Your files can use up to ${toShownSize(bytesMax)} of storage. Delete some that you no longer need.`,
  );
}

function toShownSize(bytes: number): string {
  const megabytes = bytes / 1024 ** 2;
  return megabytes % 1024 === 0 ? `${megabytes / 1024} GB` : `${megabytes} MB`;
}

/** @param limit The limit, such as "10 MB" */
export function tooLarge(file: UploadedFile, limit: string): AppError {
  return new PayloadTooLargeError(
    `${toDisplayName(file.originalName)} is too large. The limit is ${limit}.`,
  );
}
