import type { Database, Transaction } from '@skein/db';
import { publishNotificationChanges } from '../../platform/events/publish-notification-changes.ts';
import type { Bus } from '../../platform/events/bus.ts';
import { isId } from '../../platform/ids.ts';
import type { MediaModule } from '../media/index.ts';
import { listRemains, removeSome } from './attachments.repository.ts';
import { removeEmptyStubs } from './chains.repository.ts';
import { deleteThreads } from './delete-thread.ts';
import { findAuthorId, listDeletable } from './deletion.repository.ts';
import { threadNotFound } from './require-place.ts';

interface Dependencies {
  database: Database;
  media: Pick<MediaModule, 'discard'>;
  bus: Pick<Bus, 'publish'>;
}

/** The ways in which threads go: by their author, by an administrator, with an account. */
export function createDeletion({ database, media, bus }: Dependencies) {
  async function deleteAll(
    authorId: string,
    threadIds: readonly string[],
    alongside?: (tx: Transaction) => Promise<void>,
  ): Promise<boolean> {
    const stripped = await deleteThreads(database, authorId, threadIds, alongside);
    if (stripped === null) return false;
    publishNotificationChanges(bus, stripped.toldIds);
    await media.discard(stripped.storageKeys.map((storageKey) => ({ storageKey })));
    return true;
  }

  async function removeAllOf(threadId: string): Promise<void> {
    for (;;) {
      const toldIds = await removeSome(database, threadId);
      if (toldIds === null) break;
      publishNotificationChanges(bus, toldIds);
    }
    await removeEmptyStubs(database, threadId);
  }

  return {
    /** False when the author has no such thread. */
    delete: async (authorId: string, threadId: string): Promise<boolean> =>
      isId(threadId) && (await deleteAll(authorId, [threadId])),

    /**
     * For administrators: anybody's goes as if its author deleted it.
     * @param alongside Done in the same transaction.
     * @throws NotFoundError
     */
    remove: async (
      threadId: string,
      alongside: (tx: Transaction, authorId: string) => Promise<void>,
    ): Promise<void> => {
      const authorId = isId(threadId) ? await findAuthorId(database, threadId) : null;
      if (authorId === null) throw threadNotFound();
      const isDeleted = await deleteAll(authorId, [threadId], (tx) => alongside(tx, authorId));
      if (!isDeleted) throw threadNotFound();
    },

    /**
     * Deletes an author's newest threads, `limit` at most, in one transaction.
     * @returns false when there are none
     */
    deleteSome: async (authorId: string, limit: number): Promise<boolean> => {
      const threadIds = await listDeletable(database, authorId, limit);
      if (threadIds.length > 0) await deleteAll(authorId, threadIds);
      return threadIds.length > 0;
    },

    /** Removes what deleted threads had too much of to go at once, batch by batch. */
    removeRemains: async (): Promise<void> => {
      for (;;) {
        const threadIds = await listRemains(database);
        if (threadIds.length === 0) return;
        for (const threadId of threadIds) await removeAllOf(threadId);
      }
    },
  };
}
