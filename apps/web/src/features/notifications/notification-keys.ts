import type { NotificationsTab } from '@skein/contracts/notifications';

/** The query keys of notifications. */
export const notificationKeys = {
  unreadCount: ['notifications', 'unread-count'],
  lists: ['notifications', 'list'],
  list: (tab: NotificationsTab) => ['notifications', 'list', tab] as const,
  heads: ['notifications', 'head'],
  head: (tab: NotificationsTab) => ['notifications', 'head', tab] as const,
  preferences: ['notifications', 'preferences'],
  policy: ['notifications', 'policy'],
  filtered: ['notifications', 'filtered'],
  emailDigest: ['notifications', 'email-digest'],
  push: ['notifications', 'push'],
} as const;
