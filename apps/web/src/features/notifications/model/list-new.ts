import type { Notification } from '@skein/contracts/notifications';

/** Of the newest notifications those that are not shown yet and came after all that are. */
export function listNew(
  newest: readonly Notification[],
  shown: readonly Notification[],
): Notification[] {
  const latest = shown[0]?.createdAt ?? '';
  const shownIds = new Set(shown.map(({ id }) => id));
  return newest.filter(({ id, createdAt }) => createdAt >= latest && !shownIds.has(id));
}
