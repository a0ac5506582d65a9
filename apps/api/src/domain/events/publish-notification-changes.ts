import type { Bus } from '../../platform/events/bus.ts';

/** Publishes, after the commit, that the notifications of these users have changed. */
export function publishNotificationChanges(
  bus: Pick<Bus, 'publish'>,
  recipientIds: Iterable<string>,
): void {
  const userIds = [...new Set(recipientIds)];
  if (userIds.length > 0) bus.publish({ kind: 'notification', userIds });
}
