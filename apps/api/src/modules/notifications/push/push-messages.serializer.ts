import { pushExcerptMaxLength } from '@skein/contracts/limits';
import type { Notification, PushedChat, PushMessage } from '@skein/contracts/notifications';
import type { Thread } from '@skein/contracts/threads';
import { toPictureUrl } from '../../users/index.ts';
import type { NewMessages } from './new-messages.queries.ts';

export function toPushMessage(notification: Notification): PushMessage {
  const { id, type, actors, actorsCount, thread, moves } = notification;
  return {
    id,
    type,
    actorsCount,
    moves,
    actors: actors.map(({ name, username, picture }) => ({ name, username, picture })),
    thread: thread && { id: thread.id, excerpt: toExcerpt(thread) },
  };
}

/** Names the conversation but not the text, because it may show on a lock screen. */
export function toPushedChat(messages: NewMessages): PushedChat {
  const { messageId: id, count, conversationId, title, username, pictureKey } = messages;
  const picture = toPictureUrl(pictureKey);
  return { type: 'message', id, count, conversation: { conversationId, title, picture, username } };
}

/** The content warning or the beginning of the text. Does not split a surrogate pair. */
export function toExcerpt({
  contentWarning,
  content,
}: Pick<Thread, 'contentWarning' | 'content'>): string {
  const text = contentWarning ?? content;
  if (text.length <= pushExcerptMaxLength) return text;
  return `${text.slice(0, pushExcerptMaxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
