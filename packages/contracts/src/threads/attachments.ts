import type { FileField } from '../http/index.ts';
import {
  captionFilesMax,
  captionsMaxBytes,
  captionsPerVideoMax,
  posterMaxBytes,
  videoMaxBytes,
} from '../limits.ts';

/** Files of a thread or message. The type is detected from the content. */
const attachments = (maxCount: number): FileField => ({
  maxCount,
  maxBytes: videoMaxBytes,
  description:
    'JPEG, PNG, GIF, WebP, AVIF or HEIC up to 10 MB and 40 megapixels, with animations in GIF and WebP; MP4, 3GP, WebM or QuickTime up to 100 MB; MP3, M4A, OGG or WAV up to 25 MB; PDF up to 25 MB; all files of a user together up to the storage quota of the instance, by default 2 GB and 5,000 files',
});

/** The file fields of a form with attachments. `videoFilesField` connects posters and captions with videos. */
export const attachmentFields = (maxCount: number) => ({
  media: attachments(maxCount),
  poster: {
    maxCount,
    maxBytes: posterMaxBytes,
    description:
      'Still images of videos, used where the server cannot make its own; see `videoFiles`',
  },
  captions: {
    maxCount: Math.min(captionsPerVideoMax * maxCount, captionFilesMax),
    maxBytes: captionsMaxBytes,
    description: 'WebVTT files of videos; see `videoFiles`',
  },
});
