import type { Database } from '@skein/db';
import { dayMs } from '../../platform/clock.ts';
import type { Clock } from '../../platform/clock.ts';
import { removeReadNotifications, removeUnreadNotifications } from './notifications.repository.ts';

const retentionMs = 90 * dayMs;

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
