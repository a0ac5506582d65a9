import { existsUnique, Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import {
  deleteUnreadNotifications,
  insertNotifications,
} from '../../domain/events/notification-writer.queries.ts';
import { publishNotificationChanges } from '../../domain/events/publish-notification-changes.ts';
import type { Bus } from '../../platform/events/bus.ts';
import { newId } from '../../platform/ids.ts';
import { canSeeProfile, isActive, isFollowing } from '../../domain/visibility.queries.ts';
import { lockAccounts } from '../users/index.ts';

const { sql } = Prisma;

export type RequestStatus = 'pending' | 'approved' | 'rejected';

/** The relation of the viewer to another user. */
export interface Relation {
  /** The other account approves its followers: it is private, or of another server. */
  isPrivate: boolean;
  isActive: boolean;
  /** The other account has moved, and nobody can follow it any longer. */
  hasMoved: boolean;
  /** One of the two has blocked the other or their server. */
  isBlocked: boolean;
  isFollowing: boolean;
  requestStatus: RequestStatus | null;
}

/** A transaction that changes the relation of two users, whose accounts are locked. */
export interface PairTransaction {
  tx: Transaction;
  /** The recipients of changed notifications, published after the commit. */
  recipientIds: Set<string>;
}

/** Writes something in the transaction of a change, after it. */
export type RecordChange = (tx: Transaction) => Promise<void>;

export interface FollowPair {
  followerId: string;
  followeeId: string;
}

/** What changes of the relation of two users need. */
export interface RelationDependencies {
  database: Database;
  bus: Pick<Bus, 'publish'>;
}

/**
 * Every change of the relation of two users first locks the rows of both accounts in order of id: here,
 * or in its only statement. So concurrent changes are sequential and cannot deadlock.
 */
export async function inPairTransaction<Result>(
  { database, bus }: RelationDependencies,
  ids: readonly [string, string],
  work: (transaction: PairTransaction) => Promise<Result>,
): Promise<Result> {
  const recipientIds = new Set<string>();
  const result = await database.$transaction(async (tx) => {
    await lockAccounts(tx, ids);
    return work({ tx, recipientIds });
  });
  publishNotificationChanges(bus, recipientIds);
  return result;
}

/** Whether the viewer may see the profile of a user. */
export async function isProfileVisible(
  database: Pick<Transaction, 'query'>,
  viewerId: string,
  userId: string,
): Promise<boolean> {
  const rows = await database.query(sql`
    SELECT FROM users account
    WHERE id = ${userId}::uuid AND ${canSeeProfile(viewerId, sql`account`)}`);
  return rows.length > 0;
}

/** Calls `followIfPublic` without a transaction: its statement locks both accounts. */
export async function followInOneStatement(
  { database, bus }: RelationDependencies,
  pair: FollowPair,
): Promise<Relation | null> {
  const recipientIds = new Set<string>();
  const relation = await followIfPublic({ tx: database, recipientIds }, pair);
  publishNotificationChanges(bus, recipientIds);
  return relation;
}

/**
 * Follows a public account that the viewer may see and does not follow yet, in one statement, and
 * deletes an earlier request. Returns the relation before; null when one of the accounts no longer
 * exists.
 */
export async function followIfPublic(
  { tx, recipientIds }: PairTransaction,
  pair: FollowPair,
): Promise<Relation | null> {
  const { followerId, followeeId } = pair;
  // The statement sees the accounts as they are when it has locked them, but other tables as they were
  // before. A concurrent follow conflicts with the inserted one; only a concurrent block would be missed.
  const [row] = await tx.query<Relation & { recipientIds: string[] }>(sql`
    WITH pair AS MATERIALIZED (
      SELECT id, is_private OR domain IS NOT NULL AS is_private, suspended_at, moved_to_id, domain FROM users
      WHERE id IN (${followerId}::uuid, ${followeeId}::uuid) ORDER BY id FOR NO KEY UPDATE
    ), relation AS MATERIALIZED (
      SELECT own.id AS own_id, other.id AS other_id, other.is_private AS "isPrivate",
        ${isActive(sql`other`)} AS "isActive", other.moved_to_id IS NOT NULL AS "hasMoved",
        is_blocked_between_now(own.id, other.id) OR is_server_blocked_now(own.id, other.domain)
          OR is_server_blocked_now(other.id, own.domain) AS "isBlocked",
        ${isFollowing(sql`own.id`, sql`other.id`)} AS "isFollowing",
        (SELECT status FROM follow_requests
          WHERE requester_id = own.id AND target_id = other.id) AS "requestStatus"
      FROM pair own, pair other WHERE own.id = ${followerId}::uuid AND other.id = ${followeeId}::uuid
    ), new_follow AS (
      SELECT own_id AS follower_id, other_id AS followee_id FROM relation
      WHERE "isActive" AND NOT "hasMoved" AND NOT "isBlocked" AND NOT "isFollowing" AND NOT "isPrivate"
    ), earlier_request AS (
      DELETE FROM follow_requests USING new_follow
      WHERE requester_id = follower_id AND target_id = followee_id RETURNING target_id
    ), ${insertFollowCtes(sql`SELECT follower_id, followee_id FROM new_follow`)},
    notified AS (${notifyOfFollow(pair, 'follow')})
    SELECT "isPrivate", "isActive", "hasMoved", "isBlocked", "isFollowing", "requestStatus",
      ARRAY(SELECT recipient_id FROM notified
        UNION SELECT target_id FROM earlier_request) AS "recipientIds"
    FROM relation`);
  if (row === undefined) return null;
  const { recipientIds: changed, ...relation } = row;
  for (const id of changed) recipientIds.add(id);
  return relation;
}

/** Inserts a follow, updates the counters of both, and notifies the user whose request was approved. */
export async function insertFollow(
  { tx, recipientIds }: PairTransaction,
  pair: FollowPair,
): Promise<void> {
  const rows = await tx.query<{ recipient_id: string }>(sql`
    WITH ${insertFollowCtes(sql`VALUES (${pair.followerId}::uuid, ${pair.followeeId}::uuid)`)}
    ${notifyOfFollow(pair, 'follow_approved')}`);
  for (const row of rows) recipientIds.add(row.recipient_id);
}

/** The CTEs `inserted` and `counted`. `rows` selects the follower and the followee. */
function insertFollowCtes(rows: Prisma.Sql): Prisma.Sql {
  return sql`
    inserted AS (
      INSERT INTO follows (follower_id, followee_id) ${rows}
      ON CONFLICT DO NOTHING RETURNING follower_id, followee_id
    ), counted AS (
      UPDATE users SET following_count = following_count + (id = inserted.follower_id)::int,
        followers_count = followers_count + (id = inserted.followee_id)::int
      FROM inserted WHERE id IN (inserted.follower_id, inserted.followee_id)
    )`;
}

function notifyOfFollow(
  { followerId, followeeId }: FollowPair,
  type: 'follow' | 'follow_approved',
): Prisma.Sql {
  const [recipientId, actorId] =
    type === 'follow' ? [followeeId, followerId] : [followerId, followeeId];
  return insertNotifications(sql`SELECT ${newId()}::uuid, ${recipientId}::uuid, ${actorId}::uuid,
    ${type}::notification_type, NULL::uuid, NULL::uuid, NULL::uuid FROM inserted
    WHERE ${isLocalUser(recipientId)}`);
}

/** Users of other servers are notified there. */
export function isLocalUser(id: string): Prisma.Sql {
  return existsUnique(sql`users WHERE id = ${id}::uuid AND domain IS NULL`);
}

/** Sets whether the follower is notified of new threads. Returns false if there is no such follow. */
export async function updateNotifying(
  database: Database | Transaction,
  { followerId, followeeId }: FollowPair,
  isNotifying: boolean,
): Promise<boolean> {
  const where = { followerId, followeeId };
  const { count } = await database.follow.updateMany({ where, data: { isNotifying } });
  return count > 0;
}

/** Deletes a follow, and its notifications on both sides. */
export async function deleteFollow(
  { tx, recipientIds }: PairTransaction,
  { followerId, followeeId }: FollowPair,
): Promise<void> {
  const rows = await tx.query<{ recipient_id: string }>(sql`
    WITH deleted AS (
      DELETE FROM follows
      WHERE follower_id = ${followerId}::uuid AND followee_id = ${followeeId}::uuid
      RETURNING follower_id, followee_id
    ), counted AS (
      UPDATE users SET following_count = following_count - (id = deleted.follower_id)::int,
        followers_count = followers_count - (id = deleted.followee_id)::int
      FROM deleted WHERE id IN (deleted.follower_id, deleted.followee_id)
    ), follow AS (${deleteUnreadNotifications({
      using: sql`deleted`,
      where: sql`subject_id = deleted.followee_id AND type = 'follow' AND actor_id = deleted.follower_id`,
    })}
    ), approval AS (
      DELETE FROM notifications USING deleted WHERE subject_id = deleted.follower_id
        AND type = 'follow_approved' AND actor_id = deleted.followee_id
      RETURNING recipient_id
    )
    SELECT recipient_id FROM follow UNION ALL SELECT recipient_id FROM approval`);
  for (const row of rows) recipientIds.add(row.recipient_id);
}
