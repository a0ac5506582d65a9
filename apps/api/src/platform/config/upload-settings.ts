import { uploadFormatsField, uploadSizeField } from '@skein/contracts/instance';
import { z } from 'zod';
import { onOrOff, setting, wholeNumber } from './fields.ts';
import { parseMediaLocation } from './media-location.ts';

const mediaLocation = z.string().transform((text, context) => {
  const location = parseMediaLocation(text);
  if (typeof location !== 'string') return location;
  context.addIssue(location);
  return z.NEVER;
});

const megabytes = (min: number) =>
  wholeNumber(min, 999_999_999).transform((value) => value * 1024 ** 2);

export const uploadFields = {
  mediaLocation: setting(
    'MEDIA_STORE',
    mediaLocation.optional(),
    '[Folder or bucket](customize.md#store-uploads) for uploads. Default: `media` in `DATA_DIR`',
    's3://bucket/prefix?endpoint=https://s3.example&region=eu-central-1',
  ),
  accessKeyId: setting('S3_ACCESS_KEY_ID', z.string().optional(), 'Access key for the bucket'),
  secretAccessKey: setting(
    'S3_SECRET_ACCESS_KEY',
    z.string().optional(),
    'Secret key for the bucket. Default: the `AWS_*` variables or the role of the machine',
  ),
  imageMaxMb: setting(
    'UPLOAD_IMAGE_MAX_MB',
    uploadSizeField('image').optional(),
    'Fixes the largest picture in megabytes, 1 to 10, which administrators otherwise set in the browser',
    '10',
  ),
  videoMaxMb: setting(
    'UPLOAD_VIDEO_MAX_MB',
    uploadSizeField('video').optional(),
    'The largest video in the same way, 1 to 100',
    '100',
  ),
  audioMaxMb: setting(
    'UPLOAD_AUDIO_MAX_MB',
    uploadSizeField('audio').optional(),
    'The largest audio file in the same way, 1 to 25',
    '25',
  ),
  documentMaxMb: setting(
    'UPLOAD_DOCUMENT_MAX_MB',
    uploadSizeField('document').optional(),
    'The largest document in the same way, 1 to 25',
    '25',
  ),
  uploadFormats: setting(
    'UPLOAD_FORMATS',
    uploadFormatsField.optional(),
    'The allowed formats in the same way: MIME types, separated by commas, such as `image/jpeg,image/png`',
    'image/jpeg,image/png,image/webp,video/mp4',
  ),
  quotaBytes: setting(
    'MEDIA_QUOTA_MB',
    megabytes(1).prefault('2048'),
    'Megabytes that each user may store',
  ),
  quotaFiles: setting(
    'MEDIA_QUOTA_FILES',
    wholeNumber(1, 999_999_999).prefault('5000'),
    'Number of files that each user may store',
  ),
  mediaTotalGb: setting(
    'MEDIA_TOTAL_GB',
    wholeNumber(1, 9_999_999).optional(),
    'Gigabytes that all users together may store. Default: no limit',
    '200',
  ),
  convertsVideos: setting(
    'VIDEO_CONVERSION',
    onOrOff.prefault('on'),
    '`off` publishes videos as they are, without [conversion](customize.md#convert-videos)',
  ),
  diskReserveBytes: setting(
    'DISK_RESERVE_MB',
    megabytes(0).prefault('1024'),
    'Megabytes that uploads leave [free on their disk](troubleshooting.md#the-disk-is-almost-full); 0 for none',
  ),
};

export const uploadSettings = z
  .object(uploadFields)
  .superRefine(({ accessKeyId, secretAccessKey }, context) => {
    if ((accessKeyId === undefined) === (secretAccessKey === undefined)) return;
    const path = [accessKeyId === undefined ? 'accessKeyId' : 'secretAccessKey'];
    const message = 'is required, because the other part of the key is set';
    context.addIssue({ code: 'custom', path, message });
  })
  .transform(
    ({ accessKeyId, secretAccessKey, quotaBytes, quotaFiles, mediaTotalGb, ...values }) => {
      const { mediaLocation: location, convertsVideos, diskReserveBytes, ...uploadLimits } = values;
      const isKeyComplete = accessKeyId !== undefined && secretAccessKey !== undefined;
      return {
        /** Undefined for a subdirectory of the data directory. */
        mediaLocation:
          location?.kind === 'bucket' && isKeyComplete
            ? { ...location, credentials: { accessKeyId, secretAccessKey } }
            : location,
        /** The maximum of all media files of one user, except profile pictures and banners. */
        mediaQuota: { bytes: quotaBytes, files: quotaFiles },
        /** The maximum of all users together; Infinity for no limit. */
        mediaTotalBytes: (mediaTotalGb ?? Infinity) * 1024 ** 3,
        convertsVideos,
        diskReserveBytes,
        /** Undefined for those that administrators set in the browser. */
        uploadLimits,
      };
    },
  );

export type MediaQuota = z.output<typeof uploadSettings>['mediaQuota'];
