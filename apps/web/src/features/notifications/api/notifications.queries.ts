import type {
  Notification,
  NotificationsTab,
  listNotifications,
} from '@skein/contracts/notifications';
import type { RouteResponse } from '@skein/contracts/http';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { request } from '../../../api/index.ts';
import { notificationKeys } from './notification-keys.ts';

type NotificationPage = RouteResponse<typeof listNotifications>;
export type NotificationList = InfiniteData<NotificationPage, string | null>;

function loadPage(tab: NotificationsTab, cursor: string | null, signal: AbortSignal) {
  return request<typeof listNotifications>({
    method: 'GET',
    path: '/notifications',
    query: { tab, ...(cursor !== null && { cursor }) },
    signal,
  });
}

/** The notifications of a tab as far as they were scrolled; what is new arrives through the head. */
export function notificationsQuery(tab: NotificationsTab) {
  return infiniteQueryOptions({
    queryKey: notificationKeys.list(tab),
    queryFn: async ({ client, pageParam, signal }) => {
      const page = await loadPage(tab, pageParam, signal);
      if (pageParam === null) client.setQueryData(notificationHeadQuery(tab).queryKey, page);
      return page;
    },
    // The cursor is opaque: only the first page is read without one.
    initialPageParam: null as string | null,
    getNextPageParam: (page: NotificationPage) => page.nextCursor,
    staleTime: Infinity,
    select: ({ pages }): Notification[] => {
      const all = pages.flatMap(({ content }) => content);
      // What happened between two pages may stand in both.
      return [...new Map(all.map((notification) => [notification.id, notification])).values()];
    },
  });
}

/** The newest page of a tab, asked for when there is something new. */
export function notificationHeadQuery(tab: NotificationsTab) {
  return queryOptions({
    queryKey: notificationKeys.head(tab),
    queryFn: ({ signal }) => loadPage(tab, null, signal),
    staleTime: Infinity,
  });
}
