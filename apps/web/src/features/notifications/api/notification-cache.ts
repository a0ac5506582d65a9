import type { Notification } from '@skein/contracts/notifications';
import type { QueryClient } from '@tanstack/react-query';
import { notificationKeys } from './notification-keys.ts';
import type { NotificationList } from './notifications.queries.ts';

/** Changes notifications in every list that has them; nothing else is drawn anew. */
export function patchNotifications(
  client: QueryClient,
  isMeant: (notification: Notification) => boolean,
  patch: Partial<Notification>,
): void {
  client.setQueriesData<NotificationList>({ queryKey: notificationKeys.lists }, (list) => {
    if (!list?.pages.some(({ content }) => content.some(isMeant))) return list;
    const pages = list.pages.map((page) => ({
      ...page,
      content: page.content.map((item) => (isMeant(item) ? { ...item, ...patch } : item)),
    }));
    return { ...list, pages };
  });
}
