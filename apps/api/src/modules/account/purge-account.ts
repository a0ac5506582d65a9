import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from '../../platform/is-outage.ts';
import type { Bus } from '../../platform/events/bus.ts';
import type { PurgedGroup } from '../chat/index.ts';
import type { MediaModule } from '../media/index.ts';
import type { ThreadsModule } from '../threads/index.ts';
import type { AccountRepository } from './account.repository.ts';
import type { PrivateDataPurge } from './private-data-purge.repository.ts';
import type { CountedDataPurge } from './counted-data-purge.repository.ts';

const threadBatchSize = 100;
const pauseMaxMs = 1000;

export interface PurgeDependencies {
  account: AccountRepository;
  countedData: CountedDataPurge;
  privateData: PrivateDataPurge;
  threads: Pick<ThreadsModule, 'deleteBatch'>;
  media: Pick<MediaModule, 'sweep'>;
  bus: Pick<Bus, 'publish'>;
}

/**
 * Deletes all data of a deleted account. It can be interrupted and repeated, and may run on two
 * servers at once.
 */
export async function purgeAccount(
  { account, countedData, privateData, threads, media, bus }: PurgeDependencies,
  userId: string,
): Promise<void> {
  const hashtagIds = await privateData.listHashtags(userId);
  await privateData.redactAuditEntries(userId);
  do {
    for (const step of [
      // First, so that the batches of threads do not scan the stubs each time.
      () => countedData.releaseStubs(userId),
      deleteThreadsInBatches(threads, userId),
      () => countedData.removeThreadRelations(userId, 'likes'),
      () => countedData.removeThreadRelations(userId, 'bookmarks'),
      () => countedData.removeThreadRelations(userId, 'reposts'),
      () => countedData.removeReactions(userId),
      () => countedData.removeVotes(userId),
      () => countedData.removeFollows(userId),
      async () => notifyMembers(bus, await privateData.leaveNextGroup(userId)),
      async () => notifyMembers(bus, await privateData.forgetInNextGroup(userId)),
      async () => notifyMembers(bus, await privateData.releaseGroupMessages(userId)),
      () => privateData.removeMessages(userId),
      () => privateData.removeConversations(userId),
      () => privateData.removeNotifications(userId, 'recipient_id'),
      () => privateData.removeNotifications(userId, 'actor_id'),
      ...privateData.listSteps(userId),
    ]) {
      await repeat(step);
    }
  } while (!(await account.removeAccount(userId)));
  await privateData.removeUnusedHashtags(hashtagIds);
  await media.sweep();
}

/** Returns whether a group was changed. */
function notifyMembers(bus: Pick<Bus, 'publish'>, group: PurgedGroup | null): boolean {
  if (group === null) return false;
  const { groupId: partnerId } = group;
  for (const userId of group.memberIds) bus.publish({ kind: 'conversation', userId, partnerId });
  return true;
}

/** Deletes all threads of an account, but not the account itself, in batches. */
export async function purgeThreads(
  threads: Pick<ThreadsModule, 'deleteBatch' | 'purgeDeletedThreads'>,
  userId: string,
): Promise<void> {
  await repeat(deleteThreadsInBatches(threads, userId));
  await threads.purgeDeletedThreads();
}

/**
 * Repeats a step until nothing is left, pausing as long as it ran, to leave capacity for requests.
 */
async function repeat(step: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const start = performance.now();
    if (!(await step())) return;
    await sleep(Math.min(performance.now() - start, pauseMaxMs));
  }
}

/** Deletes large batches, and smaller ones after a lock or statement timeout. */
function deleteThreadsInBatches(threads: PurgeDependencies['threads'], userId: string) {
  let size = threadBatchSize;
  return async (): Promise<boolean> => {
    try {
      const isMore = await threads.deleteBatch(userId, size);
      size = Math.min(threadBatchSize, 2 * size);
      return isMore;
    } catch (error) {
      if (size === 1 || !isOutage(error)) throw error;
      size = Math.ceil(size / 4);
      return true;
    }
  };
}
