import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@skein/db';
import { highestId } from '../../../platform/ids.ts';
import { beginListing, listPendingUsers, moveListing, unlistRemote } from './listing.repository.ts';

const pauseMaxMs = 1000;

interface Dependencies {
  database: Database;
  /** Whether threads of other servers are among all threads. */
  listsRemote: () => boolean;
}

/**
 * Removes the threads of private and suspended users from the indexes of public lists, and adds those
 * of public users, in batches. It can be interrupted at any point, and two servers can run it at once.
 * An error for one user does not affect the others.
 * @throws the first error, after all users
 */
export async function updateListing(deps: Dependencies): Promise<void> {
  const errors: unknown[] = [];
  for (const userId of await listPendingUsers(deps.database)) {
    try {
      await updateUserListing(deps, userId);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/**
 * A background job: when the setting no longer lists threads of other servers, they are removed from the index of all
 * threads. It runs again after each start, because it can be interrupted.
 */
export function createRemoteUnlisting({ database, listsRemote }: Dependencies) {
  let isDone = false;
  return async (): Promise<void> => {
    if (isDone && !listsRemote()) return;
    isDone = false;
    let below: string | null = highestId;
    while (below !== null) {
      if (listsRemote()) return;
      const start = performance.now();
      below = await unlistRemote(database, below);
      await pauseSince(start);
    }
    isDone = true;
  };
}

async function updateUserListing(
  { database, listsRemote }: Dependencies,
  userId: string,
): Promise<void> {
  for (;;) {
    const target = await beginListing(database, userId);
    if (target === null) return;
    let below: string | null = highestId;
    while (below !== null) {
      const start = performance.now();
      const batch = { userId, target, below, listsRemote: listsRemote() };
      below = await moveListing(database, batch);
      await pauseSince(start);
    }
  }
}

/** Pauses between batches for as long as a batch takes, to leave capacity to requests. */
function pauseSince(start: number): Promise<void> {
  return sleep(Math.min(performance.now() - start, pauseMaxMs));
}
