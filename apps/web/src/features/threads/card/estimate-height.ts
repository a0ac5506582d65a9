import type { Thread } from '@skein/contracts/threads';
import { countShownLines } from './long-text.ts';
import { groupRatio, singlePictureMaxWidth, singlePictureRatio } from '../media/media-layout.ts';

const lineHeight = 22;
const pictureColumnWidth = 516;
const fileRowHeight = 66;

const isPictureOrVideo = ({ mediaType }: Thread['media'][number]) =>
  mediaType === 'image' || mediaType === 'video';

/** About how high a card will be: good guesses keep the scroll bar still. Pixels. */
export function estimateHeight({ content, media, poll, threadType }: Thread): number {
  const textHeight = countShownLines(content) * lineHeight;
  const pollHeight = poll ? 60 + poll.options.length * 46 : 0;
  const quoteHeight = threadType === 'quote' ? 110 : 0;
  return 90 + textHeight + pictureHeight(media) + filesHeight(media) + pollHeight + quoteHeight;
}

function filesHeight(media: Thread['media']): number {
  return media.filter((file) => !isPictureOrVideo(file)).length * fileRowHeight;
}

function pictureHeight(media: Thread['media']): number {
  const pictures = media.filter(isPictureOrVideo);
  const [first] = pictures;
  if (!first) return 0;
  if (pictures.length > 1) return pictureColumnWidth / groupRatio;
  const { width, height } = first;
  const shownWidth = Math.min(pictureColumnWidth, singlePictureMaxWidth(width, height));
  return shownWidth / singlePictureRatio(width, height);
}
