import type { Thread } from '@skein/contracts/threads';
import { countShownLines } from './long-text.ts';
import { groupRatio, singlePictureMaxWidth, singlePictureRatio } from '../media/media-layout.ts';

const lineHeightPx = 22;
const mediaColumnWidthPx = 516;
const fileRowHeightPx = 66;

const isPictureOrVideo = ({ mediaType }: Thread['media'][number]) =>
  mediaType === 'image' || mediaType === 'video';

/** The approximate height of a card in pixels. Good estimates keep the scroll bar stable. */
export function estimateHeight({ content, media, poll, threadType }: Thread): number {
  const textHeight = countShownLines(content) * lineHeightPx;
  const pollHeight = poll ? 60 + poll.options.length * 46 : 0;
  const quoteHeight = threadType === 'quote' ? 110 : 0;
  return 90 + textHeight + pictureHeight(media) + filesHeight(media) + pollHeight + quoteHeight;
}

function filesHeight(media: Thread['media']): number {
  return media.filter((file) => !isPictureOrVideo(file)).length * fileRowHeightPx;
}

function pictureHeight(media: Thread['media']): number {
  const pictures = media.filter(isPictureOrVideo);
  const [first] = pictures;
  if (!first) return 0;
  if (pictures.length > 1) return mediaColumnWidthPx / groupRatio;
  const { width, height } = first;
  const shownWidth = Math.min(mediaColumnWidthPx, singlePictureMaxWidth(width, height));
  return shownWidth / singlePictureRatio(width, height);
}
