import { Prisma } from '@skein/db';
import { canSeeThreadsOf, isPublic } from '../../platform/visibility.queries.ts';

const { sql } = Prisma;

/** Skipping saves time only: what is not skipped is read and hidden by the rule of visibility. */
const skippedPendingMax = 1000;

/**
 * Threads of private and suspended users are kept out of the indexes that everybody's lists are read
 * from, so that no number of them slows these lists down. A background job moves them, so
 * `thread_listing` lags behind `is_private` and `suspended_at`: lists read what is listed, add the
 * threads of the users below, and apply the rule of visibility to both.
 */

/** Whether the job has not finished with a user: the expression of an index and of statistics. */
export function isListingPending(user: Prisma.Sql): Prisma.Sql {
  return sql`CASE WHEN NOT ${isPublic(user)}
    THEN ${user}.thread_listing <> 'unlisted' ELSE ${user}.thread_listing <> 'listed' END`;
}

/** Ids of all users with unlisted threads that the viewer may see, and perhaps of others. */
export function selectUnlistedUsers(viewerId: string): Prisma.Sql {
  return sql`
    SELECT own.id FROM users own
    WHERE own.id = ${viewerId}::uuid AND own.thread_listing <> 'listed'
    UNION SELECT followee.id
    FROM follows JOIN users followee ON followee.id = follows.followee_id
    WHERE follows.follower_id = ${viewerId}::uuid AND followee.thread_listing <> 'listed'
    UNION SELECT pending.id FROM users pending
    WHERE ${isListingPending(sql`pending`)}
      AND ${isPublic(sql`pending`)}`;
}

/**
 * Ids of users with listed threads that a list of the viewer's skips: muted and blocked ones, those
 * who blocked the viewer, and hidden ones that the job has not finished with. After the upgrade that
 * introduced `thread_listing`, the latter are all private accounts: their number is limited.
 */
export function selectSkippedUsers(viewerId: string): Prisma.Sql {
  const viewer = sql`${viewerId}::uuid`;
  return sql`
    SELECT muted_id AS id FROM mutes WHERE muter_id = ${viewer}
    UNION ALL SELECT blocked_id FROM blocks WHERE blocker_id = ${viewer}
    UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = ${viewer}
    UNION ALL (SELECT pending.id FROM users pending
    WHERE ${isListingPending(sql`pending`)}
      AND NOT ${isPublic(sql`pending`)}
      AND NOT ${canSeeThreadsOf(viewerId, sql`pending`)}
    LIMIT ${Prisma.raw(String(skippedPendingMax))})`;
}
