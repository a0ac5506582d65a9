import type { Database } from '@skein/db';
import type { NotificationsModule } from '../notifications.module.ts';
import type { PendingMessages } from './deliver-push.ts';
import { readNewMessages } from './new-messages.queries.ts';
import { toPushedChat, toPushMessage } from './push-messages.serializer.ts';
import type { BrowserPosition, ClaimedBrowser } from './subscriptions.repository.ts';

/** Per kind: a user who has more unread sees them in the app. */
export const messagesPerDeliveryMax = 3;

interface Dependencies {
  database: Database;
  notifications: Pick<NotificationsModule, 'listUnread'>;
}

/** Notifications and messages for a browser. */
export async function readPendingMessages(
  { database, notifications }: Dependencies,
  { userId, lastNotificationId: after, lastInboxSeq }: ClaimedBrowser,
  upTo: string,
): Promise<PendingMessages<BrowserPosition>> {
  const inbox = await readNewMessages(database, userId, lastInboxSeq);
  const unread = await notifications.listUnread(userId, { after, take: messagesPerDeliveryMax });
  const committed = unread.notifications.filter(({ id }) => id < upTo);
  return {
    messages: [
      ...committed.map(toPushMessage),
      ...inbox.conversations.map(toPushedChat),
    ].toReversed(),
    position: {
      lastNotificationId: upTo > after ? upTo : after,
      lastInboxSeq: inbox.lastSeq,
    },
  };
}
