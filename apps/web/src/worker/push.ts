import deBase from '@skein/messages/generated/de/base.ts';
import deNotifications from '@skein/messages/generated/de/notifications.ts';
import enBase from '@skein/messages/generated/en/base.ts';
import enNotifications from '@skein/messages/generated/en/notifications.ts';
import type { Catalog, Locale } from '@skein/messages';
import type { PushedChat, PushMessage } from '@skein/contracts/notifications';
import {
  notificationPath,
  describeNotification,
} from '../features/notifications/describe-notification.ts';
import { addMessages, locale, t } from '../i18n/index.ts';
import { paths } from '../lib/paths.ts';
import { worker } from './scope.ts';

// A worker is one file: it contains its messages in every language.
const messages = {
  de: { ...deBase, ...deNotifications },
  en: { ...enBase, ...enNotifications },
} satisfies Record<Locale, Catalog>;
addMessages(messages[locale]);

const icon = '/icons/icon-192.png';

/** Shows a push message as a system notification, unless the app is visible and shows it itself. */
export async function showPushed(message: PushMessage | PushedChat): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window' });
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
  await (message.type === 'message' ? showChatMessage(message) : showThreadNotification(message));
}

/** One notification for each conversation, without the text of the message. */
async function showChatMessage({ conversation, count }: PushedChat): Promise<void> {
  await worker.registration.showNotification(
    t('notifications.messages', { name: conversation.title, count }),
    {
      icon: conversation.picture ?? icon,
      badge: icon,
      tag: conversation.conversationId,
      data: paths.conversation(conversation.username ?? conversation.conversationId),
    },
  );
}

async function showThreadNotification(message: PushMessage): Promise<void> {
  const [actor] = message.actors;
  await worker.registration.showNotification(describeNotification(message).join(''), {
    body: message.thread?.excerpt ?? listNewHandles(message),
    icon: actor?.picture ?? icon,
    badge: icon,
    // A later notification with the same tag replaces this one.
    tag: message.thread ? `${message.type} ${message.thread.id}` : message.id,
    data:
      message.actorsCount > 1 && !message.thread
        ? paths.notifications
        : notificationPath(message, ''),
  });
}

const listNewHandles = ({ moves }: PushMessage) =>
  moves.map(({ movedTo }) => `@${movedTo.username}`).join(', ');

/** Opens the target of a notification, in an existing window if there is one. */
export async function openNotified({ data }: Notification): Promise<void> {
  const address = typeof data === 'string' ? data : paths.notifications;
  const [open] = await worker.clients.matchAll({ type: 'window' });
  if (!open) {
    await worker.clients.openWindow(address);
    return;
  }
  await open.focus();
  await open.navigate(address);
}
