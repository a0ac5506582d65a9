import type { Notification } from '@skein/contracts/notifications';

/** The notifications that are newer than all shown ones. */
export function listNewNotifications(
  newest: readonly Notification[],
  shown: readonly Notification[],
): Notification[] {
  const latest = shown[0]?.createdAt ?? '';
  const shownIds = new Set(shown.map(({ id }) => id));
  return newest.filter(({ id, createdAt }) => createdAt >= latest && !shownIds.has(id));
}
