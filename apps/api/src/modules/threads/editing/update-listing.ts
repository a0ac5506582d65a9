import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@skein/db';
import { highestId } from '../../../platform/ids.ts';
import { beginListing, listPendingUsers, moveListing } from './listing.repository.ts';

const pauseMaxMs = 1000;

/**
 * Removes the threads of private and suspended users from the indexes of public lists, and adds those
 * of public users, in batches. It can be interrupted at any point, and two servers can run it at once.
 * An error for one user does not affect the others.
 * @throws the first error, after all users
 */
export async function updateListing(database: Database): Promise<void> {
  const errors: unknown[] = [];
  for (const userId of await listPendingUsers(database)) {
    try {
      await updateUserListing(database, userId);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** Pauses between batches for as long as a batch takes, to leave capacity to requests. */
async function updateUserListing(database: Database, userId: string): Promise<void> {
  for (;;) {
    const target = await beginListing(database, userId);
    if (target === null) return;
    let below: string | null = highestId;
    while (below !== null) {
      const start = performance.now();
      below = await moveListing(database, { userId, target, below });
      await sleep(Math.min(performance.now() - start, pauseMaxMs));
    }
  }
}
