import { mutedRepostsMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import {
  notificationDeletionBatch,
  deleteNotificationsBetween,
} from '../../domain/events/notification-writer.queries.ts';
import { publishNotificationChanges } from '../../domain/events/publish-notification-changes.ts';
import type { Bus } from '../../platform/events/bus.ts';
import { canSeeProfile } from '../../domain/visibility.queries.ts';
import { lockAccounts } from '../users/index.ts';
import type { PairTransaction, RecordChange } from './follows.repository.ts';

export type BlocksRepository = ReturnType<typeof createBlocksRepository>;

export function createBlocksRepository(database: Database, bus: Pick<Bus, 'publish'>) {
  return {
    insertBlock,

    /** In batches, because a user can have caused any number of notifications. */
    async removeNotifications(blockerId: string, blockedId: string): Promise<void> {
      let removed: number;
      do removed = await database.execute(deleteNotificationsBetween(blockerId, blockedId));
      while (removed === notificationDeletionBatch);
    },

    async deleteBlock(
      blockerId: string,
      blockedId: string,
      record?: RecordChange,
    ): Promise<boolean> {
      const { count } = await write(database, record, (tx) =>
        tx.block.deleteMany({ where: { blockerId, blockedId } }),
      );
      publishNotificationChanges(bus, [blockerId, blockedId]);
      return count > 0;
    },

    /** Inserts nothing when the account no longer exists. */
    async insertMute(muterId: string, mutedId: string, record?: RecordChange): Promise<void> {
      await write(database, record, (tx) =>
        tx.execute(Prisma.sql`
          INSERT INTO mutes (muter_id, muted_id) SELECT ${muterId}::uuid, id FROM users
          WHERE id = ${mutedId}::uuid FOR KEY SHARE ON CONFLICT DO NOTHING`),
      );
      publishNotificationChanges(bus, [muterId]);
    },

    async deleteMute(muterId: string, mutedId: string, record?: RecordChange): Promise<boolean> {
      const { count } = await write(database, record, (tx) =>
        tx.mute.deleteMany({ where: { muterId, mutedId } }),
      );
      publishNotificationChanges(bus, [muterId]);
      return count > 0;
    },

    async deleteDismissal(userId: string, dismissedId: string): Promise<boolean> {
      const { count } = await database.suggestionDismissal.deleteMany({
        where: { userId, dismissedId },
      });
      return count > 0;
    },

    ...createRepostMutes(database),

    async canSeeProfile(viewerId: string, userId: string): Promise<boolean> {
      const rows = await database.query(Prisma.sql`
        SELECT FROM users account
        WHERE id = ${userId}::uuid AND ${canSeeProfile(viewerId, Prisma.sql`account`)}`);
      return rows.length > 0;
    },
  };
}

function createRepostMutes(database: Database) {
  return {
    /** False beyond the limit. Inserts nothing when the account no longer exists. */
    insertRepostMute: (muterId: string, mutedId: string): Promise<boolean> =>
      database.$transaction(async (tx) => {
        // Also counts the rows of a concurrent request, which waits for this lock.
        await lockAccounts(tx, [muterId]);
        const others = { muterId, mutedId: { not: mutedId } };
        if ((await tx.repostMute.count({ where: others })) >= mutedRepostsMax) return false;
        await tx.execute(Prisma.sql`
          INSERT INTO repost_mutes (muter_id, muted_id) SELECT ${muterId}::uuid, id FROM users
          WHERE id = ${mutedId}::uuid FOR KEY SHARE ON CONFLICT DO NOTHING`);
        return true;
      }),

    async deleteRepostMute(muterId: string, mutedId: string): Promise<boolean> {
      const { count } = await database.repostMute.deleteMany({ where: { muterId, mutedId } });
      return count > 0;
    },
  };
}

/** Needs a transaction only if something else is written in it. */
function write<Result>(
  database: Database,
  record: RecordChange | undefined,
  change: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  if (record === undefined) return change(database);
  return database.$transaction(async (tx) => {
    const result = await change(tx);
    await record(tx);
    return result;
  });
}

/** Stores the names of both, which they see in their conversation until the block ends. */
async function insertBlock(
  { tx }: PairTransaction,
  blockerId: string,
  blockedId: string,
): Promise<void> {
  await tx.execute(Prisma.sql`
    INSERT INTO blocks (blocker_id, blocked_id, blocker_name, blocked_name)
    SELECT blocker.id, blocked.id, blocker.name, blocked.name FROM users blocker, users blocked
    WHERE blocker.id = ${blockerId}::uuid AND blocked.id = ${blockedId}::uuid
    ON CONFLICT (blocker_id, blocked_id) DO NOTHING`);
}
