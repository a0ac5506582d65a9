import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@skein/db';
import { highestId } from '../../platform/ids.ts';
import { beginListing, listPendingUsers, moveListing } from './listing.repository.ts';

const restMaxMs = 1000;

/**
 * Keeps the threads of private and suspended users out of the indexes of everybody's lists, in
 * batches. It may stop at any point, and two servers may do it at once. A user whose threads cannot
 * be moved does not keep the others waiting.
 * @throws the first error, after all users have been tried
 */
export async function updateListing(database: Database): Promise<void> {
  const errors: unknown[] = [];
  for (const userId of await listPendingUsers(database)) {
    try {
      await updateListingOf(database, userId);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** Between batches it rests for as long as the batch took, so that others are served meanwhile. */
async function updateListingOf(database: Database, userId: string): Promise<void> {
  for (;;) {
    const target = await beginListing(database, userId);
    if (target === null) return;
    let below: string | null = highestId;
    while (below !== null) {
      const start = performance.now();
      below = await moveListing(database, { userId, target, below });
      await sleep(Math.min(performance.now() - start, restMaxMs));
    }
  }
}
