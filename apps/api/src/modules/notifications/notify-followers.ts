import type { Database } from '@skein/db';
import { publishNotificationChanges } from '../../domain/events/publish-notification-changes.ts';
import type { Bus } from '../../platform/events/bus.ts';
import { listPendingThreads, notifyFollowers } from './thread-followers.repository.ts';

/**
 * Notifies followers who want to know of each new thread of an author. May run on several servers at
 * once.
 */
export async function notifyFollowersOfThreads({
  database,
  bus,
}: {
  database: Database;
  bus: Pick<Bus, 'publish'>;
}): Promise<void> {
  for (const threadId of await listPendingThreads(database)) {
    for (let isDone = false; !isDone;) {
      const batch = await notifyFollowers(database, threadId);
      publishNotificationChanges(bus, batch.recipientIds);
      ({ isDone } = batch);
    }
  }
}
