import { kindOfFormat } from '@skein/contracts/upload-limits';
import type { UploadFormat, UploadLimits } from '@skein/contracts/upload-limits';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import { checkUpload } from './check-upload.ts';
import type { CheckedUpload } from './check-upload.ts';
import { mimeTypes } from './served-types.ts';
import { formatNotAllowed, tooLarge, unplayableAnimation } from './upload-errors.ts';

/** By Sharp's names of the decoders. */
const imageFormats = new Map<string, UploadFormat>([
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['heif', 'image/avif'],
]);

/**
 * Checks attachments as `checkUpload` does, and by the limits that administrators have set. Posters and
 * profile images are not attachments.
 * @throws ValidationError for an empty file, UnsupportedMediaError, PayloadTooLargeError
 */
export async function checkAttachment(
  file: UploadedFile,
  limits: UploadLimits,
): Promise<CheckedUpload> {
  const upload = await checkUpload(file);
  requirePlayable(upload);
  requireAllowed(upload, limits);
  return upload;
}

/** The other frames would be lost without a message, because no decoder here plays animated PNGs. */
function requirePlayable(upload: CheckedUpload): void {
  if (upload.kind === 'image' && upload.facts.decoder === 'png' && upload.facts.frames > 1) {
    throw unplayableAnimation(upload.file, 'PNG');
  }
}

function requireAllowed(upload: CheckedUpload, { formats, maxBytes }: UploadLimits): void {
  const format = getFormat(upload);
  if (format === undefined || !formats.includes(format)) {
    throw formatNotAllowed(upload.file, formats);
  }
  const limit = maxBytes[kindOfFormat(format)];
  if (upload.file.bytes > limit) throw tooLarge(upload.file, `${limit / 1024 ** 2} MB`);
}

function getFormat(upload: CheckedUpload): UploadFormat | undefined {
  if (upload.kind === 'image') {
    return upload.facts.isHeic ? 'image/heic' : imageFormats.get(upload.facts.decoder);
  }
  const { extension, mediaType } = upload.facts;
  // The container has one extension for both.
  return extension === 'webm' && mediaType === 'audio' ? 'audio/webm' : mimeTypes[extension];
}
