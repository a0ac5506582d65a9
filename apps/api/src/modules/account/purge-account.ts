import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from '../../platform/is-outage.ts';
import type { MediaModule } from '../media/index.ts';
import type { ThreadsModule } from '../threads/index.ts';
import type { AccountRepository } from './account.repository.ts';
import type { PrivateRemains } from './private-remains.repository.ts';
import type { RemainsRepository } from './remains.repository.ts';

const threadsBatch = 100;
const restMaxMs = 1000;

export interface RemovalDependencies {
  account: AccountRepository;
  remains: RemainsRepository;
  privateRemains: PrivateRemains;
  threads: Pick<ThreadsModule, 'deleteBatch'>;
  media: Pick<MediaModule, 'sweep'>;
}

/**
 * Removes all that a deleted account has left. It may be broken off at any point and begun anew, and
 * two servers may do it at once.
 */
export async function removeRemains(
  { account, remains, privateRemains, threads, media }: RemovalDependencies,
  userId: string,
): Promise<void> {
  do {
    for (const step of [
      // First, so that they are not passed over again with each batch of threads.
      () => remains.releaseStubs(userId),
      deletingThreads(threads, userId),
      () => remains.removeMarks(userId, 'likes'),
      () => remains.removeMarks(userId, 'bookmarks'),
      () => remains.removeMarks(userId, 'reposts'),
      () => remains.removeReactions(userId),
      () => remains.removeVotes(userId),
      () => remains.removeFollows(userId),
      () => privateRemains.removeMessages(userId),
      () => privateRemains.removeConversations(userId),
      () => privateRemains.removeNotifications(userId, 'recipient_id'),
      () => privateRemains.removeNotifications(userId, 'actor_id'),
      ...privateRemains.listSteps(userId),
    ]) {
      await repeat(step);
    }
  } while (!(await account.removeAccount(userId)));
  await media.sweep();
}

/** Deletes all threads of an account that stays, in batches. */
export async function purgeThreads(
  threads: Pick<ThreadsModule, 'deleteBatch' | 'purgeDeletedThreads'>,
  userId: string,
): Promise<void> {
  await repeat(deletingThreads(threads, userId));
  await threads.purgeDeletedThreads();
}

/** Until there is nothing left, resting as long as it works: others are to be served meanwhile. */
async function repeat(step: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const start = performance.now();
    if (!(await step())) return;
    await sleep(Math.min(performance.now() - start, restMaxMs));
  }
}

/**
 * Many at once, but fewer where a batch was given up: because others held what it needed, or it took
 * too long.
 */
function deletingThreads(threads: RemovalDependencies['threads'], userId: string) {
  let size = threadsBatch;
  return async (): Promise<boolean> => {
    try {
      const isMore = await threads.deleteBatch(userId, size);
      size = Math.min(threadsBatch, 2 * size);
      return isMore;
    } catch (error) {
      if (size === 1 || !isOutage(error)) throw error;
      size = Math.ceil(size / 4);
      return true;
    }
  };
}
