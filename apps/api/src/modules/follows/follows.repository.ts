import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { isBlockedBetween, isBlockedBy, isFollowing } from '../users/index.ts';

const { sql } = Prisma;

export type RequestStatus = 'pending' | 'approved' | 'rejected';

/** How one person stands to another. */
export interface Relation {
  /** The other's account is private. */
  isPrivate: boolean;
  isSuspended: boolean;
  /** By either of the two. */
  isBlocked: boolean;
  /** By the other. */
  isBlockedByOther: boolean;
  isFollowing: boolean;
  requestStatus: RequestStatus | null;
}

export type FollowsRepository = ReturnType<typeof createFollowsRepository>;

/**
 * Everything that changes what is between two people runs in `inTurn`: the rows of both accounts
 * are locked first, in one order, so that two such changes come one after the other and never wait
 * for each other in a circle.
 */
export function createFollowsRepository(database: Database) {
  return {
    inTurn: <Result>(
      ids: readonly [string, string],
      work: (tx: Transaction) => Promise<Result>,
    ): Promise<Result> =>
      database.$transaction(async (tx) => {
        await lockAccounts(tx, ids);
        return work(tx);
      }),

    /** Null when one of the two is gone. */
    async findRelation(tx: Transaction, ownId: string, otherId: string): Promise<Relation | null> {
      const [own, other] = [sql`own.id`, sql`other.id`];
      const [relation] = await tx.$queryRaw<Relation[]>(sql`
        SELECT other.is_private AS "isPrivate", other.suspended_at IS NOT NULL AS "isSuspended",
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

/** Not FOR UPDATE, which rows that only refer to the account would wait for. */
export async function lockAccounts(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT id FROM users WHERE id = ANY (${ids}::uuid[]) ORDER BY id FOR NO KEY UPDATE`;
}

/** False when it was so before. The counters of both move with the row. */
async function insertFollow(
  tx: Transaction,
  followerId: string,
  followeeId: string,
): Promise<boolean> {
  const changed = await tx.$executeRaw`
    WITH made AS (
      INSERT INTO follows (follower_id, followee_id) VALUES (${followerId}::uuid, ${followeeId}::uuid)
      ON CONFLICT DO NOTHING RETURNING follower_id, followee_id
    )
    UPDATE users SET following_count = following_count + (id = made.follower_id)::int,
      followers_count = followers_count + (id = made.followee_id)::int
    FROM made WHERE id IN (made.follower_id, made.followee_id)`;
  return changed > 0;
}

/** False when it was so before. */
async function deleteFollow(
  tx: Transaction,
  followerId: string,
  followeeId: string,
): Promise<boolean> {
  const changed = await tx.$executeRaw`
    WITH gone AS (
      DELETE FROM follows
      WHERE follower_id = ${followerId}::uuid AND followee_id = ${followeeId}::uuid
      RETURNING follower_id, followee_id
    )
    UPDATE users SET following_count = following_count - (id = gone.follower_id)::int,
      followers_count = followers_count - (id = gone.followee_id)::int
    FROM gone WHERE id IN (gone.follower_id, gone.followee_id)`;
  return changed > 0;
}
