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

/** The relation of the viewer to another user. */
export interface Relation {
  /** The other account is private. */
  isPrivate: boolean;
  isActive: boolean;
  /** One of the two has blocked the other. */
  isBlocked: boolean;
  /** The other user has blocked the viewer. */
  isBlockedByOther: boolean;
  isFollowing: boolean;
  requestStatus: RequestStatus | null;
}

/** A transaction that changes the relation of two users, whose accounts are locked. */
export interface PairTransaction {
  tx: Transaction;
  /** The recipients of changed notifications, published after the commit. */
  recipientIds: Set<string>;
}

interface FollowPair {
  followerId: string;
  followeeId: string;
}

export type FollowsRepository = ReturnType<typeof createFollowsRepository>;

/**
 * Every change of the relation of two users runs in `inPairTransaction`, which first locks the rows of
 * both accounts in order of id. So concurrent changes are sequential and cannot deadlock.
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

    /** Null when one of the accounts no longer exists. */
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
 * Inserts a follow, updates the counters of both, and notifies the followed user or the user whose
 * request was approved.
 */
async function insertFollow(
  { tx, recipientIds }: PairTransaction,
  { followerId, followeeId }: FollowPair,
  notificationType: 'follow' | 'follow_approved',
): Promise<void> {
  const [recipientId, actorId] =
    notificationType === 'follow' ? [followeeId, followerId] : [followerId, followeeId];
  const rows = await tx.$queryRaw<{ recipient_id: string }[]>`
    WITH inserted AS (
      INSERT INTO follows (follower_id, followee_id) VALUES (${followerId}::uuid, ${followeeId}::uuid)
      ON CONFLICT DO NOTHING RETURNING follower_id, followee_id
    ), counted AS (
      UPDATE users SET following_count = following_count + (id = inserted.follower_id)::int,
        followers_count = followers_count + (id = inserted.followee_id)::int
      FROM inserted WHERE id IN (inserted.follower_id, inserted.followee_id)
    )
    ${insertNotifications(sql`SELECT ${newId()}::uuid, ${recipientId}::uuid, ${actorId}::uuid,
      ${notificationType}::notification_type, NULL::uuid, NULL::uuid FROM inserted`)}`;
  for (const row of rows) recipientIds.add(row.recipient_id);
}

/** Also deletes the notifications of the follow on both sides. */
async function deleteFollow(
  { tx, recipientIds }: PairTransaction,
  { followerId, followeeId }: FollowPair,
): Promise<void> {
  const rows = await tx.$queryRaw<{ recipient_id: string }[]>`
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
    SELECT recipient_id FROM follow UNION ALL SELECT recipient_id FROM approval`;
  for (const row of rows) recipientIds.add(row.recipient_id);
}
