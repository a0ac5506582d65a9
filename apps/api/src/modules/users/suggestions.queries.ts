import { exists, Prisma } from '@skein/db';
import { isFollowing, isListable, isMuted } from '../../domain/visibility.queries.ts';
import { isRequested } from './users.hydrator.ts';

const { sql } = Prisma;

// Limits the work for users who follow many: the latest follows are sufficient.
const followeesRead = 60;
const followsReadOfEach = 60;
const nearMax = 200;

/**
 * Rows for the hydrator: users that the viewer may want to follow. First those that most of the
 * viewer's followees follow, then those with most followers, then those with a pending request of the viewer.
 */
export function selectSuggested(viewerId: string, limit: number): Prisma.Sql {
  const viewer = sql`${viewerId}::uuid`;
  const isAsked = isRequested(viewer, sql`account.id`);
  return sql`
    WITH mine AS MATERIALIZED (
      SELECT followee_id FROM follows WHERE follower_id = ${viewer}
      ORDER BY created_at DESC, followee_id DESC LIMIT ${followeesRead}::int
    ), near AS MATERIALIZED (
      SELECT second.followee_id AS id, count(*) AS shared
      FROM mine CROSS JOIN LATERAL (
        SELECT followee_id FROM follows WHERE follower_id = mine.followee_id
        ORDER BY created_at DESC, followee_id DESC LIMIT ${followsReadOfEach}::int
      ) second
      WHERE second.followee_id NOT IN (SELECT followee_id FROM follows WHERE follower_id = ${viewer})
      GROUP BY second.followee_id
      ORDER BY shared DESC, second.followee_id LIMIT ${nearMax}::int
    ), suggested AS (
      (SELECT account.id, near.shared, account.followers_count
        FROM near JOIN users account ON account.id = near.id
        WHERE ${isSuggestible(viewerId)} AND NOT ${isAsked}
        ORDER BY near.shared DESC, account.followers_count DESC, account.id LIMIT ${limit}::int)
      UNION ALL
      (SELECT account.id, 0, account.followers_count
        FROM users account
        WHERE account.id NOT IN (SELECT id FROM near) AND ${isSuggestible(viewerId)} AND NOT ${isAsked}
        ORDER BY account.followers_count DESC, account.id LIMIT ${limit}::int)
      UNION ALL
      (SELECT account.id, -1, account.followers_count
        FROM follow_requests request JOIN users account ON account.id = request.target_id
        WHERE request.requester_id = ${viewer} AND request.status = 'pending' AND ${isSuggestible(viewerId)}
        ORDER BY request.id DESC LIMIT ${limit}::int)
    )
    SELECT id AS user_id, NULL::timestamptz AS since, NULL::uuid AS reference,
      row_number() OVER (ORDER BY shared DESC, followers_count DESC, id)::int AS position
    FROM suggested ORDER BY shared DESC, followers_count DESC, id LIMIT ${limit}::int`;
}

/** Whether the viewer may see the user, does not follow them and has not dismissed the suggestion. */
function isSuggestible(viewerId: string): Prisma.Sql {
  const viewer = sql`${viewerId}::uuid`;
  const account = sql`account.id`;
  return sql`account.id <> ${viewer} AND ${isListable(viewerId, sql`account`)}
    AND NOT ${isFollowing(viewer, account)}
    AND NOT ${isRequested(account, viewer)}
    AND NOT ${isMuted(viewerId, account)}
    AND NOT ${exists(sql`suggestion_dismissals
      WHERE user_id = ${viewer} AND dismissed_id = account.id`)}`;
}
