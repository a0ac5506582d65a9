import * as routes from '@skein/contracts/routes';
import type {
  Notification,
  NotificationsTab,
  listNotifications,
} from '@skein/contracts/notifications';
import type { RouteResponse } from '@skein/contracts/http';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { request } from '../../api/index.ts';
import { notificationKeys } from './notification-keys.ts';

type NotificationPage = RouteResponse<typeof listNotifications>;
export type NotificationList = InfiniteData<NotificationPage, string | null>;

function loadPage(tab: NotificationsTab, cursor: string | null, signal: AbortSignal) {
  return request(routes.listNotifications, {
    query: { tab, ...(cursor !== null && { cursor }) },
    signal,
  });
}

/** The loaded notifications of a tab. New ones are loaded by `notificationHeadQuery`. */
export function notificationsQuery(tab: NotificationsTab) {
  return infiniteQueryOptions({
    queryKey: notificationKeys.list(tab),
    queryFn: async ({ client, pageParam, signal }) => {
      const page = await loadPage(tab, pageParam, signal);
      if (pageParam === null) client.setQueryData(notificationHeadQuery(tab).queryKey, page);
      return page;
    },
    // The first page has no cursor.
    initialPageParam: null as string | null,
    getNextPageParam: (page: NotificationPage) => page.nextCursor,
    staleTime: Infinity,
    select: ({ pages }): Notification[] => {
      const all = pages.flatMap(({ content }) => content);
      // A notification that changed between two page loads can be in both.
      return [...new Map(all.map((notification) => [notification.id, notification])).values()];
    },
  });
}

/** The newest page of a tab, refetched when a notification arrives. */
export function notificationHeadQuery(tab: NotificationsTab) {
  return queryOptions({
    queryKey: notificationKeys.head(tab),
    queryFn: ({ signal }) => loadPage(tab, null, signal),
    staleTime: Infinity,
  });
}
