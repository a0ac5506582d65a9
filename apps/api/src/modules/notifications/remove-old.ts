import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import { removeReadNotifications, removeUnreadNotifications } from './notifications.repository.ts';

const retentionMs = 90 * 24 * 60 * 60 * 1000;

/** Removes notifications that were read, or created and never read, before the retention period. */
export async function removeOldNotifications({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): Promise<void> {
  const time = new Date(clock.now().getTime() - retentionMs);
  while (await removeReadNotifications(database, time));
  while (await removeUnreadNotifications(database, time));
}
