import { uploadFormatsField, uploadSizeField } from '@skein/contracts/instance';
import type { UploadSettings } from '@skein/contracts/upload-limits';
import type { z } from 'zod';

/** Limits of attachments, which administrators otherwise set in the browser. */
export const uploadLimitFields = {
  UPLOAD_IMAGE_MAX_MB: uploadSizeField('image').optional(),
  UPLOAD_VIDEO_MAX_MB: uploadSizeField('video').optional(),
  UPLOAD_AUDIO_MAX_MB: uploadSizeField('audio').optional(),
  UPLOAD_DOCUMENT_MAX_MB: uploadSizeField('document').optional(),
  UPLOAD_FORMATS: uploadFormatsField.optional(),
};

type Values = z.output<z.ZodObject<typeof uploadLimitFields>>;

/** The values of the variables; undefined for those that are not set. */
export interface FixedUploadSettings {
  imageMaxMb: number | undefined;
  videoMaxMb: number | undefined;
  audioMaxMb: number | undefined;
  documentMaxMb: number | undefined;
  uploadFormats: UploadSettings['uploadFormats'][number][] | undefined;
}

export const toUploadSettings = (values: Values): FixedUploadSettings => ({
  imageMaxMb: values.UPLOAD_IMAGE_MAX_MB,
  videoMaxMb: values.UPLOAD_VIDEO_MAX_MB,
  audioMaxMb: values.UPLOAD_AUDIO_MAX_MB,
  documentMaxMb: values.UPLOAD_DOCUMENT_MAX_MB,
  uploadFormats: values.UPLOAD_FORMATS,
});
