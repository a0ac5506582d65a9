import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@skein/db';
import { isOutage } from '../../platform/is-outage.ts';
import type { Bus } from '../../platform/events/bus.ts';
import { forgetInNextGroup, leaveNextGroup, releaseGroupMessages } from '../chat/index.ts';
import type { PurgedGroup } from '../chat/index.ts';
import type { MediaModule } from '../media/index.ts';
import type { ThreadsModule } from '../threads/index.ts';
import { removeAccount } from './account.repository.ts';
import { redactAuditEntries } from './audit-redaction.repository.ts';
import {
  releaseStubs,
  removeFollows,
  removeReactions,
  removeThreadRelations,
  removeVotes,
} from './counted-data-purge.repository.ts';
import {
  listPurgeSteps,
  removeConversations,
  removeMessages,
  removeNotifications,
} from './private-data-purge.repository.ts';
import { listOwnHashtags, removeUnusedHashtags } from './unused-hashtags.repository.ts';

const threadBatchSize = 100;
const pauseMaxMs = 1000;

export interface PurgeDependencies {
  database: Database;
  threads: Pick<ThreadsModule, 'deleteBatch'>;
  media: Pick<MediaModule, 'sweep'>;
  bus: Pick<Bus, 'publish'>;
}

/**
 * Deletes all data of a deleted account. It can be interrupted and repeated, and may run on two
 * servers at once.
 */
export async function purgeAccount(
  { database, threads, media, bus }: PurgeDependencies,
  userId: string,
): Promise<void> {
  const hashtagIds = await listOwnHashtags(database, userId);
  await redactAuditEntries(database, userId);
  do {
    for (const step of [
      // First, so that the batches of threads do not scan the stubs each time.
      () => releaseStubs(database, userId),
      deleteThreadsInBatches(threads, userId),
      () => removeThreadRelations(database, userId, 'likes'),
      () => removeThreadRelations(database, userId, 'bookmarks'),
      () => removeThreadRelations(database, userId, 'reposts'),
      () => removeReactions(database, userId),
      () => removeVotes(database, userId),
      () => removeFollows(database, userId),
      async () => notifyMembers(bus, await leaveNextGroup(database, userId)),
      async () => notifyMembers(bus, await forgetInNextGroup(database, userId)),
      async () => notifyMembers(bus, await releaseGroupMessages(database, userId)),
      () => removeMessages(database, userId),
      () => removeConversations(database, userId),
      () => removeNotifications(database, userId, 'recipient_id'),
      () => removeNotifications(database, userId, 'actor_id'),
      ...listPurgeSteps(database, userId),
    ]) {
      await repeat(step);
    }
  } while (!(await removeAccount(database, userId)));
  await removeUnusedHashtags(database, hashtagIds);
  await media.sweep();
}

/** Returns whether a group was changed. */
function notifyMembers(bus: Pick<Bus, 'publish'>, group: PurgedGroup | null): boolean {
  if (group === null) return false;
  const { conversationId, memberIds: userIds } = group;
  bus.publish({ kind: 'conversation', conversationId, userIds });
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
