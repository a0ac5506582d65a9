import deBase from '@skein/messages/generated/de/base.ts';
import deNotifications from '@skein/messages/generated/de/notifications.ts';
import enBase from '@skein/messages/generated/en/base.ts';
import enNotifications from '@skein/messages/generated/en/notifications.ts';
import type { Catalog, Locale } from '@skein/messages';
import type { PushedChat, PushMessage } from '@skein/contracts/notifications';
import {
  notificationPath,
  describeNotification,
} from '../features/notifications/model/describe-notification.ts';
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

/** Shows what was pushed, unless somebody is looking at the app, which tells of it by itself. */
export async function showPushed(message: PushMessage | PushedChat): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window' });
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
  await (message.type === 'message' ? showWritten(message) : showTold(message));
}

/** Who has written, and not what: one for each of them. */
async function showWritten({ sender, count }: PushedChat): Promise<void> {
  await worker.registration.showNotification(
    t('notifications.messages', { name: sender.name, count }),
    {
      icon: sender.picture ?? icon,
      badge: icon,
      tag: sender.id,
      data: paths.conversation(sender.username),
    },
  );
}

async function showTold(message: PushMessage): Promise<void> {
  const [actor] = message.actors;
  await worker.registration.showNotification(describeNotification(message).join(''), {
    body: message.thread?.excerpt ?? '',
    icon: actor?.picture ?? icon,
    badge: icon,
    // What comes again takes the place of the one before.
    tag: message.thread ? `${message.type} ${message.thread.id}` : message.id,
    data:
      message.actorsCount > 1 && !message.thread
        ? paths.notifications
        : notificationPath(message, ''),
  });
}

/** Leads to what a notification is about, in a window that is open already if there is one. */
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
