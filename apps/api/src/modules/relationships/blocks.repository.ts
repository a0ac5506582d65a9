import { mutedRepostsMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { enqueueBlock } from '../../domain/events/federation-writer.queries.ts';
import {
  notificationDeletionBatch,
  deleteNotificationsBetween,
} from '../../domain/events/notification-writer.queries.ts';
import { publishNotificationChanges } from '../../domain/events/publish-notification-changes.ts';
import { lockAccounts } from '../users/index.ts';
import type { PairTransaction, RecordChange, RelationDependencies } from './follows.repository.ts';

/** Limits the duration of one statement. */
export const endedMutesBatch = 1000;

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
interface HiddenUser {
  viewerId: string;
  userId: string;
  record?: RecordChange | undefined;
}

export async function deleteBlock(
  { database, bus }: RelationDependencies,
  { viewerId, userId, record }: HiddenUser,
): Promise<boolean> {
  const pair = { blockerId: viewerId, blockedId: userId };
  const count = await database.$transaction(async (tx) => {
    await enqueueBlock(tx, 'undoBlock', pair);
    const deleted = await tx.block.deleteMany({ where: pair });
    await record?.(tx);
    return deleted.count;
  });
  publishNotificationChanges(bus, [viewerId, userId]);
  return count > 0;
}

/**
 * Inserts a mute, or sets the end of an existing one. Inserts nothing when the account no longer exists.
 * @param durationSeconds null for a mute without an end
 */
export async function upsertMute(
  { database, bus }: RelationDependencies,
  { viewerId, userId, record }: HiddenUser,
  durationSeconds: number | null,
): Promise<void> {
  // By the clock of the database, which all readers compare it with.
  const expiresAt = Prisma.sql`now() + make_interval(secs => ${durationSeconds}::float8)`;
  await write(database, record, (tx) =>
    tx.execute(Prisma.sql`
      INSERT INTO mutes (muter_id, muted_id, expires_at) SELECT ${viewerId}::uuid, id, ${expiresAt} FROM users
      WHERE id = ${userId}::uuid FOR KEY SHARE
      ON CONFLICT (muter_id, muted_id) DO UPDATE SET expires_at = excluded.expires_at`),
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

/** The ends of the viewer's mutes, by the ids of the muted users. */
export async function listMuteEnds(
  database: Database,
  muterId: string,
  userIds: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await database.mute.findMany({
    where: { muterId, mutedId: { in: [...userIds] }, expiresAt: { not: null } },
    select: { mutedId: true, expiresAt: true },
  });
  return new Map(
    rows.flatMap(({ mutedId, expiresAt }) => (expiresAt ? [[mutedId, expiresAt]] : [])),
  );
}

/** Deletes a batch of mutes that have ended. Returns the users who had muted someone. */
export async function deleteEndedMutes(database: Database): Promise<string[]> {
  const rows = await database.query<{ muterId: string }>(Prisma.sql`
    DELETE FROM mutes WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM mutes WHERE expires_at <= now()
      ORDER BY expires_at LIMIT ${endedMutesBatch}::int FOR UPDATE SKIP LOCKED))
    RETURNING muter_id AS "muterId"`);
  return rows.map(({ muterId }) => muterId);
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
