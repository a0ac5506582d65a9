import type { Bus } from './bus.ts';

/** Announces, after the commit, for whom something to be told of has changed. */
export function publishNotificationChanges(
  bus: Pick<Bus, 'publish'>,
  toldIds: Iterable<string>,
): void {
  const userIds = [...new Set(toldIds)];
  if (userIds.length > 0) bus.publish({ kind: 'notification', userIds });
}
