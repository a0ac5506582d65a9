import { Prisma } from '@skein/db';
import {
  canSeeThreadsBy,
  isPublic,
  selectBlockedUsers,
  selectMutedUsers,
} from '../../domain/visibility.queries.ts';

const { sql } = Prisma;

/** Skipping only saves time: the visibility rule hides the threads of users who are not skipped. */
const skippedPendingMax = 1000;

/**
 * Threads of private and suspended users are not in the indexes of public lists, so that they cannot
 * slow these lists down. A background job moves them, so `thread_listing` lags behind `isPublic`.
 * Lists read the listed threads, add the threads of the users below, and apply the visibility rule
 * to both.
 */

/**
 * Whether the job has not finished with a user. An index and statistics have the same expression, with the
 * conditions in the same order.
 */
export function isListingPending(user: Prisma.Sql): Prisma.Sql {
  return sql`CASE WHEN NOT ${isPublic(user)}
    THEN ${user}.thread_listing <> 'unlisted' ELSE ${user}.thread_listing <> 'listed' END`;
}

/** Ids of all users with unlisted threads that the viewer may see; may include others. */
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
 * Ids of users with listed threads that a list for the viewer skips: muted and blocked users, users
 * who blocked the viewer, and hidden users that the job has not finished with. The number of the
 * latter is limited, because right after an upgrade they can be all private accounts.
 */
export function selectSkippedUsers(viewerId: string): Prisma.Sql {
  return sql`
    ${selectMutedUsers(viewerId)}
    UNION ALL ${selectBlockedUsers(viewerId)}
    UNION ALL (SELECT pending.id FROM users pending
    WHERE ${isListingPending(sql`pending`)}
      AND NOT ${isPublic(sql`pending`)}
      AND NOT ${canSeeThreadsBy(viewerId, sql`pending`)}
    LIMIT ${Prisma.raw(String(skippedPendingMax))})`;
}
