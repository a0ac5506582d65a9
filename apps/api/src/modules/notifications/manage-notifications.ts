import type { Database } from '@skein/db';
import { publishNotificationChanges } from '../../domain/events/publish-notification-changes.ts';
import type { Bus } from '../../platform/events/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { allTypes } from './list-groups.ts';
import { markNotificationsRead } from './notifications.repository.ts';
import { deleteBatch } from './single-group.queries.ts';
import { countUnread } from './unread.queries.ts';

interface Dependencies {
  database: Database;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
}

/** Deletes the group with this id, or all notifications without one. */
export async function dismissNotifications(
  { database, bus }: Omit<Dependencies, 'clock'>,
  { userId }: Viewer,
  id?: string,
): Promise<void> {
  while (await deleteBatch(database, userId, id));
  publishNotificationChanges(bus, [userId]);
}

/** Returns the number of unread groups. */
export async function markRead(
  { database, clock, bus }: Dependencies,
  { userId }: Viewer,
  ids: readonly string[] | undefined,
): Promise<number> {
  await markNotificationsRead(database, userId, ids, clock.now());
  publishNotificationChanges(bus, [userId]);
  return countUnread(database, userId, allTypes);
}
