import type { Thread } from '@skein/contracts/threads';
import { countShownLines } from './long-text.ts';
import { groupRatio, singlePictureMaxWidth, singlePictureRatio } from './media-layout.ts';

const lineHeight = 22;
const pictureColumnWidth = 516;

/** About how high a card will be: good guesses keep the scroll bar still. Pixels. */
export function estimateHeight({ content, media, poll, quotedThreadId }: Thread): number {
  const textHeight = countShownLines(content) * lineHeight;
  const pollHeight = poll ? 60 + poll.options.length * 42 : 0;
  const quoteHeight = quotedThreadId === null ? 0 : 110;
  return 84 + textHeight + pictureHeight(media) + pollHeight + quoteHeight;
}

function pictureHeight(media: Thread['media']): number {
  const [first] = media;
  if (!first) return 0;
  if (media.length > 1) return pictureColumnWidth / groupRatio;
  const { width, height } = first;
  const shownWidth = Math.min(pictureColumnWidth, singlePictureMaxWidth(width, height));
  return shownWidth / singlePictureRatio(width, height);
}
