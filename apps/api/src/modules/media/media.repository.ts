import type { MediaType } from '@skein/contracts/media';
import type { Database, Transaction } from '@skein/db';
import { parseMediaUrl } from './media-url.ts';
import type { MediaRow } from './media.serializer.ts';
import type { PreparedMedia, StoredVariant } from './prepared-media.ts';

/** Media that a thread takes up, in the order in which it shows them. */
export interface NewThreadMedia {
  /** Null for uploads that are to be claimed later. */
  threadId: string | null;
  /** All of one person. */
  items: readonly { prepared: PreparedMedia; altText: string | null }[];
}

export type StoredUpload = Pick<MediaRow, 'id' | 'storageKey' | 'fileName' | 'type'>;

/** The address that an upload was answered with, and what takes it up. */
export interface MediaClaim {
  ownerId: string;
  mediaUrl: string;
  /** As the claimant believes; undefined where they do not say. */
  mediaType: MediaType | undefined;
  usedBy: { threadId: string } | { messageId: string };
  position: number;
  /** Null to keep the one that the upload came with. */
  altText: string | null;
}

export type MediaRepository = ReturnType<typeof createMediaRepository>;

export function createMediaRepository(database: Database) {
  return {
    /** Files will lie under this key that no row stands for yet. */
    async announceKey(storageKey: string, now: Date): Promise<void> {
      await database.unclaimedMedia.create({ data: { storageKey, since: now } });
    },

    /** Nothing lies under these keys any more, or a row has them. */
    async forgetKeys(storageKeys: readonly string[], tx: Transaction = database): Promise<void> {
      await tx.unclaimedMedia.deleteMany({ where: { storageKey: { in: [...storageKeys] } } });
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

    /** An upload of that person's, whatever took it up since. */
    findOwned: (id: string, ownerId: string): Promise<StoredUpload | null> =>
      database.media.findFirst({
        where: { id, ownerId },
        select: { id: true, storageKey: true, fileName: true, type: true },
      }),

    /** What a stored document is to be saved as. */
    async findOriginalName(storageKey: string): Promise<string | null> {
      const row = await database.media.findUnique({
        where: { storageKey },
        select: { originalName: true },
      });
      return row?.originalName ?? null;
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

/**
 * Takes an upload up for a thread or a message, or answers null when there is none to be had: unknown,
 * someone else's, of another type, or taken up already. Of several at once one gets it.
 */
export async function claimMedia(tx: Transaction, claim: MediaClaim): Promise<MediaRow | null> {
  const address = parseMediaUrl(claim.mediaUrl);
  if (address === null) return null;
  const [claimed] = await tx.media.updateManyAndReturn({
    where: {
      ...address,
      ownerId: claim.ownerId,
      ...(claim.mediaType !== undefined && { type: claim.mediaType }),
      threadId: null,
      messageId: null,
    },
    data: {
      ...claim.usedBy,
      position: claim.position,
      ...(claim.altText !== null && claim.altText !== '' && { altText: claim.altText }),
    },
  });
  // The column holds what insertMedia put there.
  return claimed ? { ...claimed, variants: claimed.variants as unknown as StoredVariant[] } : null;
}
