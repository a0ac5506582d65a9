import type { Database } from '@skein/db';
import { publishNotificationChanges } from '../../../domain/events/publish-notification-changes.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Bus } from '../../../platform/events/bus.ts';
import { deleteThreads } from '../deletion/delete-thread.ts';
import {
  areRetained,
  findExpired,
  listConversations,
  postponeRetained,
} from './retention.repository.ts';

/** Threads that one transaction deletes, so that locks are held only briefly. */
const batchSize = 25;
const dayMs = 24 * 60 * 60 * 1000;

interface Dependencies {
  database: Database;
  clock: Clock;
  bus: Pick<Bus, 'publish'>;
}

/** Somebody has used a conversation since it was found to be unused. */
class UsedMeanwhile extends Error {}

/**
 * A background job: deletes conversations of other servers that are older than the given number of days and that no user
 * of this server has taken part in. It can be interrupted and repeated at any point.
 * @param days 0 keeps all
 */
export async function deleteUnusedRemoteThreads(
  { database, clock, bus }: Dependencies,
  days: number,
): Promise<void> {
  if (days === 0) return;
  const now = clock.now();
  const before = new Date(now.getTime() - days * dayMs);
  for (;;) {
    const { threadIds, rootIds } = await findExpired(database, before, batchSize);
    if (threadIds.length === 0) return;
    const unusedIds = await listConversations(database, rootIds, batchSize);
    const unused = new Set(unusedIds);
    if (unusedIds.length > 0) await deleteUnused({ database, bus }, { unusedIds, rootIds, before });
    // The next round finds the remaining threads of a large conversation.
    if (unusedIds.length === batchSize) continue;
    const remainingIds = threadIds.filter((id) => !unused.has(id));
    if (remainingIds.length > 0) await postponeRetained(database, remainingIds, { before, now });
  }
}

async function deleteUnused(
  { database, bus }: Pick<Dependencies, 'database' | 'bus'>,
  { unusedIds, rootIds, before }: { unusedIds: string[]; rootIds: string[]; before: Date },
): Promise<void> {
  try {
    const deletion = await deleteThreads(database, null, unusedIds, {
      onDeleting: async (tx) => {
        if (await areRetained(tx, rootIds, before)) throw new UsedMeanwhile();
      },
    });
    publishNotificationChanges(bus, deletion?.dependents.recipientIds ?? []);
  } catch (error) {
    if (!(error instanceof UsedMeanwhile)) throw error;
  }
}
