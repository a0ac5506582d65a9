import { notificationsTabs } from '@skein/contracts/constants';
import type { NotificationsTab } from '@skein/contracts/notifications';

/** Reads the tab from the query string of the URL. */
export function readNotificationsTab(search: URLSearchParams): NotificationsTab {
  const wanted = search.get('tab');
  return notificationsTabs.find((tab) => tab === wanted) ?? 'all';
}
