import type { Database, Transaction } from '@skein/db';
import type { PreparedMedia } from './prepare-media.ts';

/** Media that a thread takes up, in the order in which it shows them. */
export interface NewThreadMedia {
  threadId: string;
  items: readonly { prepared: PreparedMedia; altText: string | null }[];
}

export type MediaRepository = ReturnType<typeof createMediaRepository>;

export function createMediaRepository(database: Database) {
  return {
    /** Files will lie under this key that no row stands for yet. */
    async announceKey(storageKey: string, now: Date): Promise<void> {
      await database.unclaimedMedia.create({ data: { storageKey, since: now } });
    },

    /** Nothing lies under these keys any more. */
    async forgetKeys(storageKeys: readonly string[]): Promise<void> {
      await database.unclaimedMedia.deleteMany({ where: { storageKey: { in: [...storageKeys] } } });
    },

    /** Keys whose files nobody took up, the oldest first. */
    async listUnclaimedKeys(before: Date, limit: number): Promise<string[]> {
      const rows = await database.unclaimedMedia.findMany({
        where: { since: { lt: before } },
        orderBy: { since: 'asc' },
        take: limit,
      });
      return rows.map((row) => row.storageKey);
    },

    /** A fixed number of statements, in the transaction that makes the thread. */
    async insertMedia(tx: Transaction, { threadId, items }: NewThreadMedia): Promise<void> {
      if (items.length === 0) return;
      await tx.media.createMany({
        data: items.map(({ prepared: { variants, ...columns }, altText }, position) => ({
          ...columns,
          variants: variants.map((variant) => ({ ...variant })),
          threadId,
          position,
          altText: altText === '' ? null : altText,
        })),
      });
      const storageKeys = items.map(({ prepared }) => prepared.storageKey);
      await tx.unclaimedMedia.deleteMany({ where: { storageKey: { in: storageKeys } } });
    },

    /**
     * Removes the rows that no thread or message took up, `limit` at most, and tells how many; the
     * database notes their keys as unclaimed. A row that is being taken up meanwhile is either gone
     * for both or kept.
     */
    deleteAbandoned: (createdBefore: Date, limit: number): Promise<number> => database.$executeRaw`
        DELETE FROM media
        WHERE thread_id IS NULL AND message_id IS NULL AND id IN (
          SELECT id FROM media
          WHERE thread_id IS NULL AND message_id IS NULL AND created_at < ${createdBefore}
          LIMIT ${limit}
          FOR UPDATE SKIP LOCKED
        )`,
  };
}
