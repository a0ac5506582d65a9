import { z } from 'zod';
import { issueMessage } from '../http/index.ts';
import { kindOfFormat, uploadFormats, uploadMaxMegabytes } from '../upload-limits.ts';
import type { UploadKind } from '../upload-limits.ts';

/** Whole megabytes, as a number or as digits. */
export function uploadSizeField(kind: UploadKind) {
  const max = uploadMaxMegabytes[kind];
  const error = issueMessage('error.uploadSize', { max });
  const digits = z.string().regex(/^\d{1,3}$/, { error, abort: true });
  return z
    .union([z.number(), digits.transform(Number)], { error })
    .refine((size) => Number.isInteger(size) && size >= 1 && size <= max, { error });
}

const formatsError = issueMessage('error.uploadFormats', { values: uploadFormats.join(', ') });
const knownFormat = z.enum(uploadFormats, { error: formatsError });

/** MIME types, as an array or separated by commas. */
export const uploadFormatsField = z
  .union(
    [
      z.array(z.string()).max(100),
      z.string().transform((text) => text.split(',').map((format) => format.trim())),
    ],
    { error: formatsError },
  )
  .pipe(z.array(knownFormat))
  .transform((chosen) => uploadFormats.filter((format) => chosen.includes(format)))
  .refine((chosen) => chosen.some((format) => kindOfFormat(format) === 'image'), {
    error: issueMessage('error.uploadPictureFormat'),
  });

/** Restrictions of attachments, within the limits of Skein. */
export const uploadSettingsInput = {
  imageMaxMb: uploadSizeField('image'),
  videoMaxMb: uploadSizeField('video'),
  audioMaxMb: uploadSizeField('audio'),
  documentMaxMb: uploadSizeField('document'),
  uploadFormats: uploadFormatsField,
};

const megabytes = z.number().int();

export const uploadSettingsOutput = {
  imageMaxMb: megabytes.describe('The largest picture that can be attached, in megabytes'),
  videoMaxMb: megabytes,
  audioMaxMb: megabytes,
  documentMaxMb: megabytes,
  uploadFormats: z.array(z.enum(uploadFormats)).describe('MIME types that can be attached'),
};

export const uploadLimitsSchema = z
  .object({
    maxBytes: z.object({
      image: z.number().int(),
      video: z.number().int(),
      audio: z.number().int(),
      document: z.number().int(),
    }),
    formats: z.array(z.enum(uploadFormats)).describe('MIME types'),
  })
  .meta({ id: 'UploadLimits' });
