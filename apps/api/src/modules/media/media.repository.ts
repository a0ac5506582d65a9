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
    /** One statement, however many there are. Part of the transaction that makes the thread. */
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
    },

    /** Those of the keys that a medium or a profile picture has. */
    async listUsedKeys(keys: readonly string[]): Promise<Set<string>> {
      const media = database.media.findMany({
        where: { storageKey: { in: [...keys] } },
        select: { storageKey: true },
      });
      const people = database.user.findMany({
        where: { pictureKey: { in: [...keys] } },
        select: { pictureKey: true },
      });
      const [used, pictures] = await Promise.all([media, people]);
      return new Set([
        ...used.map((row) => row.storageKey),
        ...pictures.flatMap((row) => row.pictureKey ?? []),
      ]);
    },

    /**
     * Removes the rows that no thread or message took up, `limit` at most, and tells their
     * keys. A row that is being taken up meanwhile is either gone for both or kept.
     */
    async deleteAbandoned(createdBefore: Date, limit: number): Promise<string[]> {
      const rows = await database.$queryRaw<{ storage_key: string }[]>`
        DELETE FROM media
        WHERE thread_id IS NULL AND message_id IS NULL AND id IN (
          SELECT id FROM media
          WHERE thread_id IS NULL AND message_id IS NULL AND created_at < ${createdBefore}
          LIMIT ${limit}
          FOR UPDATE SKIP LOCKED
        )
        RETURNING storage_key`;
      return rows.map((row) => row.storage_key);
    },
  };
}
