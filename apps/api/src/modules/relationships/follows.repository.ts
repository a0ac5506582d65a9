import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import {
  deleteUnreadNotifications,
  insertNotifications,
} from '../../platform/events/notification-writer.queries.ts';
import { publishNotificationChanges } from '../../platform/events/publish-notification-changes.ts';
import type { Bus } from '../../platform/events/bus.ts';
import { newId } from '../../platform/ids.ts';
import {
  isActive,
  isBlockedBetween,
  isBlockedBy,
  isFollowing,
} from '../../platform/visibility.queries.ts';
import { lockAccounts } from '../users/index.ts';

const { sql } = Prisma;

export type RequestStatus = 'pending' | 'approved' | 'rejected';

/** How one person stands to another. */
export interface Relation {
  /** The other's account is private. */
  isPrivate: boolean;
  isActive: boolean;
  /** By either of the two. */
  isBlocked: boolean;
  /** By the other. */
  isBlockedByOther: boolean;
  isFollowing: boolean;
  requestStatus: RequestStatus | null;
}

/** A change of what is between two people, under way. */
export interface PairTransaction {
  tx: Transaction;
  /** Who will have heard of something, or no more, when it is committed. */
  recipientIds: Set<string>;
}

interface FollowPair {
  followerId: string;
  followeeId: string;
}

export type FollowsRepository = ReturnType<typeof createFollowsRepository>;

/**
 * Everything that changes what is between two people runs in `inPairTransaction`: the rows of both accounts
 * are locked first, in one order, so that two such changes come one after the other and never wait
 * for each other in a circle.
 */
export function createFollowsRepository(database: Database, bus: Pick<Bus, 'publish'>) {
  return {
    async inPairTransaction<Result>(
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
    },

    /** Null when one of the two is gone. */
    async findRelation(
      { tx }: PairTransaction,
      ownId: string,
      otherId: string,
    ): Promise<Relation | null> {
      const [own, other] = [sql`own.id`, sql`other.id`];
      const [relation] = await tx.$queryRaw<Relation[]>(sql`
        SELECT other.is_private AS "isPrivate", ${isActive(sql`other`)} AS "isActive",
          ${isBlockedBetween(ownId, other)} AS "isBlocked",
          ${isBlockedBy(other, own)} AS "isBlockedByOther",
          ${isFollowing(own, other)} AS "isFollowing",
          (SELECT status FROM follow_requests
            WHERE requester_id = own.id AND target_id = other.id) AS "requestStatus"
        FROM users own, users other WHERE own.id = ${ownId}::uuid AND other.id = ${otherId}::uuid`);
      return relation ?? null;
    },

    insertFollow,
    deleteFollow,
  };
}

/**
 * The counters of both move with the row. One of the two is told: who is followed, or whose request
 * to follow was approved.
 */
async function insertFollow(
  { tx, recipientIds }: PairTransaction,
  { followerId, followeeId }: FollowPair,
  told: 'follow' | 'follow_approved',
): Promise<void> {
  const [recipientId, actorId] =
    told === 'follow' ? [followeeId, followerId] : [followerId, followeeId];
  const rows = await tx.$queryRaw<{ recipient_id: string }[]>`
    WITH made AS (
      INSERT INTO follows (follower_id, followee_id) VALUES (${followerId}::uuid, ${followeeId}::uuid)
      ON CONFLICT DO NOTHING RETURNING follower_id, followee_id
    ), counted AS (
      UPDATE users SET following_count = following_count + (id = made.follower_id)::int,
        followers_count = followers_count + (id = made.followee_id)::int
      FROM made WHERE id IN (made.follower_id, made.followee_id)
    )
    ${insertNotifications(sql`SELECT ${newId()}::uuid, ${recipientId}::uuid, ${actorId}::uuid,
      ${told}::notification_type, NULL::uuid, NULL::uuid FROM made`)}`;
  for (const row of rows) recipientIds.add(row.recipient_id);
}

/** What was told of it, on either side, is not true any more. */
async function deleteFollow(
  { tx, recipientIds }: PairTransaction,
  { followerId, followeeId }: FollowPair,
): Promise<void> {
  const rows = await tx.$queryRaw<{ recipient_id: string }[]>`
    WITH gone AS (
      DELETE FROM follows
      WHERE follower_id = ${followerId}::uuid AND followee_id = ${followeeId}::uuid
      RETURNING follower_id, followee_id
    ), counted AS (
      UPDATE users SET following_count = following_count - (id = gone.follower_id)::int,
        followers_count = followers_count - (id = gone.followee_id)::int
      FROM gone WHERE id IN (gone.follower_id, gone.followee_id)
    ), follow AS (${deleteUnreadNotifications({
      using: sql`gone`,
      where: sql`subject_id = gone.followee_id AND type = 'follow' AND actor_id = gone.follower_id`,
    })}
    ), approval AS (
      DELETE FROM notifications USING gone WHERE subject_id = gone.follower_id
        AND type = 'follow_approved' AND actor_id = gone.followee_id
      RETURNING recipient_id
    )
    SELECT recipient_id FROM follow UNION ALL SELECT recipient_id FROM approval`;
  for (const row of rows) recipientIds.add(row.recipient_id);
}
