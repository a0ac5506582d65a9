/** Which notifications an address asks for, by its query. */
export const notificationsTabs = ['all', 'mentions', 'requests'] as const;

export type NotificationsTab = (typeof notificationsTabs)[number];

export function readNotificationsTab(search: URLSearchParams): NotificationsTab {
  const wanted = search.get('tab');
  return notificationsTabs.find((tab) => tab === wanted) ?? 'all';
}
