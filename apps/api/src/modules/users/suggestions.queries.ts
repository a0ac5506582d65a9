import { existsUnique, Prisma } from '@skein/db';
import {
  isFollowing,
  isListable,
  isLocal,
  isMuted,
  isPublicThread,
} from '../../domain/visibility.queries.ts';
import { isRequested } from './users.hydrator.ts';

const { sql } = Prisma;

// Limits the work for users who follow many: the latest follows are sufficient.
const followeesRead = 60;
const followsReadOfEach = 60;
const nearMax = 200;
const tagsMax = 10;
const usesReadOfEach = 200;
/** More than a user can share with the viewer, so that authors of the hashtags come first. */
const authorScore = 1_000_000;

/**
 * Rows for the hydrator: users that the viewer may want to follow. First authors of public threads with
 * one of the hashtags, then users that most of the viewer's followees follow, then those with most
 * followers, then those with a pending request of the viewer.
 */
export function selectSuggested(
  viewerId: string,
  limit: number,
  tags: readonly string[],
): Prisma.Sql {
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
    ), authors AS MATERIALIZED (
      ${selectAuthors(tags)}
    ), preferred AS MATERIALIZED (
      SELECT id, sum(shared) AS shared
      FROM (SELECT * FROM near UNION ALL SELECT * FROM authors) candidate GROUP BY id
    ), suggested AS (
      (SELECT account.id, preferred.shared, account.followers_count
        FROM preferred JOIN users account ON account.id = preferred.id
        WHERE ${isSuggestible(viewerId)} AND NOT ${isAsked}
        ORDER BY preferred.shared DESC, account.followers_count DESC, account.id LIMIT ${limit}::int)
      UNION ALL
      (SELECT account.id, 0, account.followers_count
        FROM users account
        WHERE account.id NOT IN (SELECT id FROM preferred) AND ${isSuggestible(viewerId)} AND NOT ${isAsked}
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

/** Authors of the newest public threads with the hashtags: others must not learn what private accounts write. */
function selectAuthors(tags: readonly string[]): Prisma.Sql {
  return sql`
    SELECT thread.author_id AS id, ${authorScore}::int + count(*) AS shared
    FROM hashtags hashtag CROSS JOIN LATERAL (
      SELECT thread_id FROM thread_hashtags WHERE hashtag_id = hashtag.id AND is_listed
      ORDER BY thread_id DESC LIMIT ${usesReadOfEach}::int
    ) use JOIN threads thread ON thread.id = use.thread_id
    WHERE hashtag.tag = ANY (${tags.slice(0, tagsMax)}) AND ${isPublicThread(sql`thread`)}
    GROUP BY thread.author_id ORDER BY shared DESC, id LIMIT ${nearMax}::int`;
}

/** Whether the viewer may see the user, who allows suggestions, does not follow them and has not dismissed the suggestion. */
function isSuggestible(viewerId: string): Prisma.Sql {
  const viewer = sql`${viewerId}::uuid`;
  const account = sql`account.id`;
  return sql`account.id <> ${viewer} AND ${isLocal(sql`account`)} AND account.is_discoverable
    AND account.moved_to_id IS NULL
    AND ${isListable(viewerId, sql`account`)}
    AND NOT ${isFollowing(viewer, account)}
    AND NOT ${isRequested(account, viewer)}
    AND NOT ${isMuted(viewerId, account)}
    AND NOT ${existsUnique(sql`suggestion_dismissals
      WHERE user_id = ${viewer} AND dismissed_id = account.id`)}`;
}
