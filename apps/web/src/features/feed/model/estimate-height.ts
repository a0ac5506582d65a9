import type { Thread } from '@skein/contracts/threads';
import { isLongText } from '../../threads/model/long-text.ts';
import { singlePictureRatio } from '../../threads/model/media-layout.ts';

const lineHeight = 22;
const charactersPerLine = 65;
const collapsedLines = 12;
const pictureColumnWidth = 516;

/** About how high a card will be: good guesses keep the scroll bar still. Pixels. */
export function estimateHeight(thread: Thread): number {
  const { content, media, poll, quotedThreadId } = thread;
  const lines = isLongText(content)
    ? collapsedLines + 1
    : Math.ceil(content.length / charactersPerLine);
  const pollHeight = poll ? 60 + poll.options.length * 42 : 0;
  const quoteHeight = quotedThreadId === null ? 0 : 110;
  return 84 + lines * lineHeight + pictureHeight(media) + pollHeight + quoteHeight;
}

function pictureHeight(media: Thread['media']): number {
  const [first] = media;
  if (!first) return 0;
  if (media.length > 1) return pictureColumnWidth / 1.6;
  return Math.min(480, pictureColumnWidth / singlePictureRatio(first.width, first.height));
}
