import { exists, Prisma } from '@skein/db';
import { isFollowing, isListable, isMuted } from '../../platform/visibility.queries.ts';
import { isRequested } from './users.hydrator.ts';

const { sql } = Prisma;

// However many somebody follows: looking at the latest of the latest is enough, and cheap.
const followeesRead = 60;
const followsReadOfEach = 60;
const nearMax = 200;

/**
 * Rows for the hydrator: people whom the viewer may want to follow. First those whom most of the
 * people they follow follow, then those whom most people do.
 */
export function selectSuggested(viewerId: string, limit: number): Prisma.Sql {
  const viewer = sql`${viewerId}::uuid`;
  return sql`
    WITH mine AS MATERIALIZED (
      SELECT followee_id FROM follows WHERE follower_id = ${viewer}
      ORDER BY created_at DESC, followee_id DESC LIMIT ${followeesRead}::int
    ), near AS MATERIALIZED (
      SELECT theirs.followee_id AS id, count(*) AS shared
      FROM mine CROSS JOIN LATERAL (
        SELECT followee_id FROM follows WHERE follower_id = mine.followee_id
        ORDER BY created_at DESC, followee_id DESC LIMIT ${followsReadOfEach}::int
      ) theirs
      WHERE theirs.followee_id NOT IN (SELECT followee_id FROM follows WHERE follower_id = ${viewer})
      GROUP BY theirs.followee_id
      ORDER BY shared DESC, theirs.followee_id LIMIT ${nearMax}::int
    ), suggested AS (
      (SELECT person.id, near.shared, person.followers_count
        FROM near JOIN users person ON person.id = near.id
        WHERE ${isSuggestible(viewerId)}
        ORDER BY near.shared DESC, person.followers_count DESC, person.id LIMIT ${limit}::int)
      UNION ALL
      (SELECT person.id, 0, person.followers_count
        FROM users person
        WHERE person.id NOT IN (SELECT id FROM near) AND ${isSuggestible(viewerId)}
        ORDER BY person.followers_count DESC, person.id LIMIT ${limit}::int)
    )
    SELECT id AS user_id, NULL::timestamptz AS since, NULL::uuid AS reference,
      row_number() OVER (ORDER BY shared DESC, followers_count DESC, id)::int AS position
    FROM suggested ORDER BY shared DESC, followers_count DESC, id LIMIT ${limit}::int`;
}

/** Whether a person is somebody new to the viewer, and not unwanted. */
function isSuggestible(viewerId: string): Prisma.Sql {
  const viewer = sql`${viewerId}::uuid`;
  const person = sql`person.id`;
  return sql`person.id <> ${viewer} AND ${isListable(viewerId, sql`person`)}
    AND NOT ${isFollowing(viewer, person)}
    AND NOT ${isRequested(viewer, person)}
    AND NOT ${isRequested(person, viewer)}
    AND NOT ${isMuted(viewerId, person)}
    AND NOT ${exists(sql`suggestion_dismissals
      WHERE user_id = ${viewer} AND dismissed_id = person.id`)}`;
}
