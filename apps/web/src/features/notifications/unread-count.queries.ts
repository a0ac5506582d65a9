import * as routes from '@skein/contracts/routes';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/index.ts';
import { notificationKeys } from './notification-keys.ts';

/** The number of unread notifications. `watchNotifications` keeps it current. */
export const unreadNotificationsQuery = queryOptions({
  queryKey: notificationKeys.unreadCount,
  queryFn: ({ signal }) => request(routes.countUnreadNotifications, { signal }),
  select: ({ count }) => count,
  refetchOnWindowFocus: true,
});
