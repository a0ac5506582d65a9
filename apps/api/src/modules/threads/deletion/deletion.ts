import type { Database, Transaction } from '@skein/db';
import { publishNotificationChanges } from '../../../domain/events/publish-notification-changes.ts';
import { publishThreadChange } from '../../../domain/events/publish-thread-change.ts';
import type { Bus } from '../../../platform/events/bus.ts';
import { isId } from '../../../platform/ids.ts';
import type { MediaModule } from '../../media/index.ts';
import { listPendingPurges, deleteDependentsBatch } from './dependents.repository.ts';
import { removeEmptyStubs } from './deletion-locks.repository.ts';
import { deleteThreads } from './delete-thread.ts';
import type { DeletionHooks } from './delete-thread.ts';
import { findAuthorId, listDeletable } from './deletion.repository.ts';
import { threadNotFound } from '../reading/require-thread.ts';

interface Dependencies {
  database: Database;
  media: Pick<MediaModule, 'discard'>;
  bus: Pick<Bus, 'publish'>;
}

interface AdminDeletionHooks {
  /** Before the threads are locked. Accounts have to be locked here. */
  onStarted?: (tx: Transaction, authorId: string) => Promise<void>;
  onDeleted: (tx: Transaction) => Promise<void>;
}

/** Deletion by the author, by an administrator, and with an account. */
export function createThreadDeletion({ database, media, bus }: Dependencies) {
  async function deleteThreadsOf(
    authorId: string,
    threadIds: readonly string[],
    hooks?: DeletionHooks,
  ): Promise<boolean> {
    const deletion = await deleteThreads(database, authorId, threadIds, hooks);
    if (deletion === null) return false;
    const { dependents, deleted } = deletion;
    publishNotificationChanges(bus, dependents.recipientIds);
    for (const { id: threadId, rootId } of deleted) {
      publishThreadChange(bus, { change: 'deleted', threadId, actorId: authorId, rootId });
    }
    await media.discard(dependents.storageKeys.map((storageKey) => ({ storageKey })));
    return true;
  }

  async function purgeThread(threadId: string): Promise<void> {
    for (;;) {
      const recipientIds = await deleteDependentsBatch(database, threadId);
      if (recipientIds === null) break;
      publishNotificationChanges(bus, recipientIds);
    }
    await removeEmptyStubs(database, threadId);
  }

  return {
    /** False when the author has no such thread. */
    delete: async (authorId: string, threadId: string): Promise<boolean> =>
      isId(threadId) && (await deleteThreadsOf(authorId, [threadId])),

    /**
     * For administrators: deletes the thread of any author.
     * @param hooks Run in the same transaction.
     * @throws NotFoundError
     */
    deleteAsAdmin: async (threadId: string, hooks: AdminDeletionHooks): Promise<void> => {
      const authorId = isId(threadId) ? await findAuthorId(database, threadId) : null;
      if (authorId === null) throw threadNotFound();
      const isDeleted = await deleteThreadsOf(authorId, [threadId], {
        onStarted: async (tx) => hooks.onStarted?.(tx, authorId),
        onDeleted: (tx) => hooks.onDeleted(tx),
      });
      if (!isDeleted) throw threadNotFound();
    },

    /**
     * Deletes an author's newest threads, `limit` at most, in one transaction.
     * @returns false when there are none
     */
    deleteBatch: async (authorId: string, limit: number): Promise<boolean> => {
      const threadIds = await listDeletable(database, authorId, limit);
      if (threadIds.length > 0) await deleteThreadsOf(authorId, threadIds);
      return threadIds.length > 0;
    },

    /** Deletes the dependent rows of large deleted threads in batches, then the threads. */
    purgeDeletedThreads: async (): Promise<void> => {
      for (;;) {
        const threadIds = await listPendingPurges(database);
        if (threadIds.length === 0) return;
        for (const threadId of threadIds) await purgeThread(threadId);
      }
    },
  };
}
