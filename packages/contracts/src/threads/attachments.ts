import type { FileField } from '../http/index.ts';
import { videoMaxBytes } from '../limits.ts';

/** Files of a thread or message. The type is detected from the content. */
export const attachments = (maxCount: number): FileField => ({
  maxCount,
  maxBytes: videoMaxBytes,
  description:
    'JPEG, PNG, GIF, WebP or AVIF up to 10 MB and 40 megapixels; MP4, WebM or QuickTime up to 100 MB; MP3, M4A, OGG or WAV up to 25 MB; PDF up to 25 MB; all files of a user together up to the storage quota of the instance, by default 2 GB and 5,000 files',
});
