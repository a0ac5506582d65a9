import type { Notification } from '@skein/contracts/notifications';
import type { QueryClient } from '@tanstack/react-query';
import { notificationKeys } from './notification-keys.ts';
import type { NotificationList } from './notifications.queries.ts';

/** Patches matching notifications in every cached list. Lists without a match stay unchanged. */
export function patchNotifications(
  client: QueryClient,
  matches: (notification: Notification) => boolean,
  patch: Partial<Notification>,
): void {
  client.setQueriesData<NotificationList>({ queryKey: notificationKeys.lists }, (list) => {
    if (!list?.pages.some(({ content }) => content.some(matches))) return list;
    const pages = list.pages.map((page) => ({
      ...page,
      content: page.content.map((item) => (matches(item) ? { ...item, ...patch } : item)),
    }));
    return { ...list, pages };
  });
}
