import { pushExcerptMaxLength } from '@skein/contracts/limits';
import type { Notification, PushedChat, PushMessage } from '@skein/contracts/notifications';
import { toPictureUrl } from '../../users/index.ts';
import type { NewMessages } from './new-messages.queries.ts';

export function toPushMessage(notification: Notification): PushMessage {
  const { id, type, actors, actorsCount, thread } = notification;
  return {
    id,
    type,
    actorsCount,
    actors: actors.map(({ name, username, picture }) => ({ name, username, picture })),
    thread: thread && { id: thread.id, excerpt: cut(thread.content) },
  };
}

/** Who has written, but not what: it would stand on a locked screen. */
export function toPushedChat(messages: NewMessages): PushedChat {
  const { messageId: id, count, senderId, name, username, pictureKey } = messages;
  const sender = { id: senderId, name, username, picture: toPictureUrl(pictureKey) };
  return { type: 'message', id, count, sender };
}

/** Never between the halves of a character. */
function cut(text: string): string {
  if (text.length <= pushExcerptMaxLength) return text;
  return `${text.slice(0, pushExcerptMaxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
