import type { NotificationsTab } from '@skein/contracts/notifications';

// The contract itself stays out of the browser; the compiler sees that each is one of its tabs.
export const notificationsTabs = [
  'all',
  'mentions',
  'requests',
] as const satisfies readonly NotificationsTab[];

/** Which notifications an address asks for, by its query. */
export function readNotificationsTab(search: URLSearchParams): NotificationsTab {
  const wanted = search.get('tab');
  return notificationsTabs.find((tab) => tab === wanted) ?? 'all';
}
