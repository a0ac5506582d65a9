import { mutedRepostsMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import {
  notificationDeletionBatch,
  deleteNotificationsBetween,
} from '../../domain/events/notification-writer.queries.ts';
import { publishNotificationChanges } from '../../domain/events/publish-notification-changes.ts';
import { lockAccounts } from '../users/index.ts';
import type { PairTransaction, RecordChange, RelationDependencies } from './follows.repository.ts';

/** In batches, because a user can have caused any number of notifications. */
export async function deleteNotifications(
  database: Database,
  blockerId: string,
  blockedId: string,
): Promise<void> {
  let removed: number;
  do removed = await database.execute(deleteNotificationsBetween(blockerId, blockedId));
  while (removed === notificationDeletionBatch);
}

/** A change of what a user has blocked or muted. */
export interface HiddenUser {
  viewerId: string;
  userId: string;
  record?: RecordChange | undefined;
}

export async function deleteBlock(
  { database, bus }: RelationDependencies,
  { viewerId, userId, record }: HiddenUser,
): Promise<boolean> {
  const { count } = await write(database, record, (tx) =>
    tx.block.deleteMany({ where: { blockerId: viewerId, blockedId: userId } }),
  );
  publishNotificationChanges(bus, [viewerId, userId]);
  return count > 0;
}

/** Inserts nothing when the account no longer exists. */
export async function insertMute(
  { database, bus }: RelationDependencies,
  { viewerId, userId, record }: HiddenUser,
): Promise<void> {
  await write(database, record, (tx) =>
    tx.execute(Prisma.sql`
      INSERT INTO mutes (muter_id, muted_id) SELECT ${viewerId}::uuid, id FROM users
      WHERE id = ${userId}::uuid FOR KEY SHARE ON CONFLICT DO NOTHING`),
  );
  publishNotificationChanges(bus, [viewerId]);
}

export async function deleteMute(
  { database, bus }: RelationDependencies,
  { viewerId, userId, record }: HiddenUser,
): Promise<boolean> {
  const { count } = await write(database, record, (tx) =>
    tx.mute.deleteMany({ where: { muterId: viewerId, mutedId: userId } }),
  );
  publishNotificationChanges(bus, [viewerId]);
  return count > 0;
}

export async function deleteDismissal(
  database: Database,
  userId: string,
  dismissedId: string,
): Promise<boolean> {
  const { count } = await database.suggestionDismissal.deleteMany({
    where: { userId, dismissedId },
  });
  return count > 0;
}

/** Returns false beyond the limit. Inserts nothing when the account no longer exists. */
export function insertRepostMute(
  database: Database,
  muterId: string,
  mutedId: string,
): Promise<boolean> {
  return database.$transaction(async (tx) => {
    // The count includes the rows of a concurrent request, which waits for this lock.
    await lockAccounts(tx, [muterId]);
    const others = { muterId, mutedId: { not: mutedId } };
    if ((await tx.repostMute.count({ where: others })) >= mutedRepostsMax) return false;
    await tx.execute(Prisma.sql`
      INSERT INTO repost_mutes (muter_id, muted_id) SELECT ${muterId}::uuid, id FROM users
      WHERE id = ${mutedId}::uuid FOR KEY SHARE ON CONFLICT DO NOTHING`);
    return true;
  });
}

export async function deleteRepostMute(
  database: Database,
  muterId: string,
  mutedId: string,
): Promise<boolean> {
  const { count } = await database.repostMute.deleteMany({ where: { muterId, mutedId } });
  return count > 0;
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
export async function insertBlock(
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
