import type { Database } from '@skein/db';
import { publishNotificationChanges } from '../../../domain/events/publish-notification-changes.ts';
import { dayMs } from '../../../platform/clock.ts';
import type { Clock } from '../../../platform/clock.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { Bus } from '../../../platform/events/bus.ts';
import { deleteThreads } from '../deletion/delete-thread.ts';
import {
  areRetained,
  findExpired,
  listConversations,
  postponeRetained,
} from './retention.repository.ts';

/** Threads that are examined at once. */
const examinedMax = 100;
/** Threads that one transaction deletes, so that locks are held for less than 50 ms. */
const batchSize = 10;

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
  stopping?: AbortSignal,
): Promise<void> {
  if (days === 0) return;
  const now = clock.now();
  const before = new Date(now.getTime() - days * dayMs);
  while (stopping?.aborted !== true) {
    const { threadIds, rootIds } = await findExpired(database, before, examinedMax);
    if (threadIds.length === 0) return;
    const unusedIds = await listConversations(database, rootIds, examinedMax);
    for (let first = 0; first < unusedIds.length; first += batchSize) {
      const batch = unusedIds.slice(first, first + batchSize);
      // The next round examines the whole conversations again, of which the threads above the used one are left.
      if (!(await deleteUnused({ database, bus }, batch, before))) break;
    }
    // The next round finds the remaining threads of a large conversation.
    if (unusedIds.length === examinedMax) continue;
    const unused = new Set(unusedIds);
    const remainingIds = threadIds.filter((id) => !unused.has(id));
    if (remainingIds.length > 0) await postponeRetained(database, remainingIds, { before, now });
  }
}

/** Returns false if one of the threads has been used meanwhile. */
async function deleteUnused(
  deps: Pick<Dependencies, 'database' | 'bus'>,
  threadIds: readonly string[],
  before: Date,
): Promise<boolean> {
  const { database, bus } = deps;
  try {
    const deletion = await deleteThreads(database, null, threadIds, {
      onDeleting: async (tx) => {
        if (await areRetained(tx, threadIds, before)) throw new UsedMeanwhile();
      },
    });
    publishNotificationChanges(bus, deletion?.dependents.recipientIds ?? []);
    return true;
  } catch (error) {
    if (error instanceof UsedMeanwhile) return false;
    if (threadIds.length === 1 || !isOutage(error)) throw error;
    // Deleting several threads does not wait for locks of other transactions; deleting one thread does.
    for (const id of threadIds) {
      if (!(await deleteUnused(deps, [id], before))) return false;
    }
    return true;
  }
}
