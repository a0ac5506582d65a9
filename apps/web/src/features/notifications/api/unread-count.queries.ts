import type { countUnreadNotifications } from '@skein/contracts/notifications';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { notificationKeys } from './notification-keys.ts';

/** The number of unread notifications. `watchNotifications` keeps it current. */
export const unreadNotificationsQuery = queryOptions({
  queryKey: notificationKeys.unreadCount,
  queryFn: ({ signal }) =>
    request<typeof countUnreadNotifications>({
      method: 'GET',
      path: '/notifications/unread-count',
      signal,
    }),
  select: ({ count }) => count,
  refetchOnWindowFocus: true,
});
