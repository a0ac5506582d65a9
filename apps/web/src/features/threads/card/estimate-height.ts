import type { Poll, Thread } from '@skein/contracts/threads';
import { countShownLines } from './long-text.ts';
import { groupRatio, singlePictureMaxWidth, singlePictureRatio } from '../media/media-layout.ts';

const filteredHeightPx = 60;
const lineHeightPx = 22;
const mediaColumnWidthPx = 516;
const fileRowHeightPx = 66;
const warningHeightPx = 54;
const coverHeightPx = 170;
const linkCardHeightPx = 98;
const chainLinkHeightPx = 30;
const linkImageRatio = 1.91;

const isPictureOrVideo = ({ mediaType }: Thread['media'][number]) =>
  mediaType === 'image' || mediaType === 'video';

/** The approximate height of a card in pixels. Good estimates keep the scroll bar stable. */
export function estimateHeight(thread: Thread): number {
  const { content, media, poll, threadType, quotedThread, contentWarning, isSensitive } = thread;
  if (thread.filteredBy) return filteredHeightPx;
  const chainHeight = thread.hasChain ? chainLinkHeightPx : 0;
  if (contentWarning !== null) return 90 + warningHeightPx + chainHeight;
  const textHeight = countShownLines(content) * lineHeightPx;
  const pollHeight = heightOfPoll(poll) + heightOfPoll(quotedThread?.poll ?? null);
  const imageHeight = thread.card?.image && !isSensitive ? mediaColumnWidthPx / linkImageRatio : 0;
  const cardHeight = thread.card ? linkCardHeightPx + imageHeight : 0;
  const quoteHeight = threadType === 'quote' ? 110 : 0;
  const filesAndPictures = isSensitive ? coverHeightPx : pictureHeight(media) + filesHeight(media);
  const attachmentsHeight = filesAndPictures + pollHeight + quoteHeight + cardHeight;
  return 90 + textHeight + attachmentsHeight + chainHeight;
}

function heightOfPoll(poll: Poll | null): number {
  return poll ? pollHeightPx(poll) : 0;
}

/** The height of a poll whose question and options take one line each. */
export function pollHeightPx({ options, myOptionIds, isClosed }: Poll): number {
  const hasForm = !isClosed && myOptionIds.length === 0;
  return (hasForm ? 92 : 48) + options.length * 46;
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
