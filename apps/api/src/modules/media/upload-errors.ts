import { uploadFormatNames } from '@skein/contracts/upload-limits';
import type { UploadFormat } from '@skein/contracts/upload-limits';
import { withValues } from '@skein/messages';
import {
  AppError,
  NotFoundError,
  PayloadTooLargeError,
  UnsupportedMediaError,
  ValidationError,
} from '../../platform/errors.ts';
import { toDisplayName } from '../../platform/uploaded-file.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { ImageFacts } from './image/inspect-image.ts';
import { acceptedFormatNames } from './accepted-formats.ts';

export function emptyFile(file: UploadedFile): AppError {
  return new ValidationError([
    {
      path: 'media',
      message: withValues('error.fileEmpty', { name: toDisplayName(file.originalName) }),
    },
  ]);
}

export function notAVideo(): AppError {
  return new ValidationError([{ path: 'captions', message: 'error.captionsOfVideo' }]);
}

export function missingFile(): AppError {
  return new ValidationError([{ path: 'media', message: 'error.fileRequired' }]);
}

/** The message is the same for uploads of other users, so that it does not reveal them. */
export function uploadNotClaimable(): AppError {
  return new ValidationError([{ path: 'mediaUrl', message: 'error.uploadGone' }]);
}

export function mediaNotFound(): AppError {
  return new NotFoundError('error.uploadNotFound');
}

export function unknownFormat(file: UploadedFile): AppError {
  return new UnsupportedMediaError(
    withValues('error.fileFormat', {
      name: toDisplayName(file.originalName),
      formats: acceptedFormatNames,
    }),
  );
}

/** The format is accepted in principle, but administrators have not allowed it. */
export function formatNotAllowed(file: UploadedFile, formats: readonly UploadFormat[]): AppError {
  const names = [...new Set(formats.map((format) => uploadFormatNames[format]))].join(', ');
  return new UnsupportedMediaError(
    withValues('error.fileFormat', { name: toDisplayName(file.originalName), formats: names }),
  );
}

export function damagedImage(file: UploadedFile, cause?: unknown): AppError {
  const message = withValues('error.pictureDamaged', { name: toDisplayName(file.originalName) });
  return new AppError('unsupported_media', message, { cause });
}

/** The decoder fails for damaged pictures and for rare variants of the format. */
export function unreadableHeic(file: UploadedFile, cause: unknown): AppError {
  const message = withValues('error.heicUnreadable', { name: toDisplayName(file.originalName) });
  return new AppError('unsupported_media', message, { cause });
}

export function undecodableImage(
  { file, facts }: { file: UploadedFile; facts: Pick<ImageFacts, 'isHeic'> },
  cause: unknown,
): AppError {
  return facts.isHeic ? unreadableHeic(file, cause) : damagedImage(file, cause);
}

export function unplayableAnimation(file: UploadedFile, format: 'PNG' | 'AVIF' | 'HEIC'): AppError {
  const name = toDisplayName(file.originalName);
  return new UnsupportedMediaError(withValues('error.animationUnplayable', { name, format }));
}

export function damagedFile(file: UploadedFile, cause: unknown): AppError {
  const message = withValues('error.fileDamaged', { name: toDisplayName(file.originalName) });
  return new AppError('unsupported_media', message, { cause });
}

/** The user's quota for the number of files is exceeded. */
export function tooManyFiles(filesMax: number): AppError {
  return new PayloadTooLargeError(withValues('error.filesQuota', { max: filesMax }));
}

export function quotaExceeded(bytesMax: number): AppError {
  return new PayloadTooLargeError(withValues('error.bytesQuota', { size: toShownSize(bytesMax) }));
}

function toShownSize(bytes: number): string {
  const megabytes = bytes / 1024 ** 2;
  return megabytes % 1024 === 0 ? `${megabytes / 1024} GB` : `${megabytes} MB`;
}

/** @param limit The limit, such as "10 MB" */
export function tooLarge(file: UploadedFile, limit: string): AppError {
  return new PayloadTooLargeError(
    withValues('error.fileTooLarge', { name: toDisplayName(file.originalName), limit }),
  );
}
