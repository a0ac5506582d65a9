import { Prisma } from '@skein/db';
import { highestId } from '../../platform/ids.ts';
import { canSee, canSeeThreadsOf, isActive, isMuted } from '../../platform/visibility.queries.ts';

/** A stretch of the feed, read downwards. */
export interface FollowingWindow {
  /** Only entries below this key. */
  below: string;
  /** The newest entry that counts: what came after this reading of the feed newestKey does not. */
  newestKey: string;
  /** Entries to look at. */
  window: number;
  /** Threads to pass over, and then to give. */
  skip: number;
  take: number;
}

const { sql } = Prisma;

// A reader who follows this many finds a page among the newest entries of everybody, where one
// who follows few would search in vain. Looking one followee up costs as much as eight entries.
const scanFromFollowees = 200;
const scannedPerFollowee = 8;
const scannedMax = 20_000;

/**
 * Rows for the hydrator: threads and plain reposts of the viewer and of those they follow, each
 * thread once, at its newest repost. When the window held too few of them though it was full, a
 * last row without a thread has the number of those it held and the key from which to read on.
 */
export function selectFollowingFeed(viewerId: string, options: FollowingWindow): Prisma.Sql {
  const { window, skip, take } = options;
  return sql`
    WITH actors AS MATERIALIZED (${selectActors(viewerId)}),
    ${entriesOfActors(options)},
    listed AS MATERIALIZED (${selectListed(viewerId, options)})
    (SELECT thread_id, row_number() OVER (ORDER BY key DESC)::int AS position, key,
        CASE WHEN key <> thread_id THEN actor_id END AS reposter_id
      FROM listed ORDER BY key DESC OFFSET ${skip}::int LIMIT ${take}::int)
    UNION ALL
    SELECT NULL, (SELECT count(*)::int FROM listed), (SELECT key FROM entries ORDER BY key LIMIT 1), NULL
    WHERE (SELECT count(*) FROM listed) < ${skip + take}::int
      AND (SELECT count(*) FROM entries) >= ${window}::int`;
}

/** Whose entries make the feed. A suspended followee may have any number of entries, none shown. */
function selectActors(viewerId: string): Prisma.Sql {
  return sql`
    SELECT followee_id AS id FROM follows JOIN users followee ON followee.id = followee_id
    WHERE follower_id = ${viewerId}::uuid AND ${isActive(sql`followee`)}
      AND followee_id NOT IN (SELECT muted_id FROM mutes WHERE muter_id = ${viewerId}::uuid)
    UNION ALL SELECT ${viewerId}::uuid`;
}

/**
 * `entries`: the newest of the actors' entries, as many as the window holds. Either they are among
 * everybody's newest; or the newest entry of each actor gives a bound that this many entries reach,
 * and only actors that reach it are read further.
 */
function entriesOfActors({ below, window }: FollowingWindow): Prisma.Sql {
  // Written out, not bound: the planner must know how few rows are wanted. IS TRUE keeps it from
  // a join that would hash the actors even where nothing is scanned.
  const rows = Prisma.raw(String(window));
  return sql`
    scanned AS MATERIALIZED (
      SELECT recent.* FROM (
        SELECT key, actor_id, thread_id FROM feed_entries WHERE key < ${below}::uuid ORDER BY key DESC
        LIMIT (SELECT CASE WHEN count(*) < ${scanFromFollowees}::int THEN 0
          ELSE least(count(*) * ${scannedPerFollowee}::int, ${scannedMax}::int) END FROM actors)
      ) recent
      WHERE (recent.actor_id IN (SELECT id FROM actors)) IS TRUE
      ORDER BY recent.key DESC LIMIT ${rows}
    ), newest AS MATERIALIZED (
      SELECT actors.id, (
        SELECT key FROM feed_entries WHERE actor_id = actors.id AND key < ${below}::uuid ORDER BY key DESC LIMIT 1
      ) AS key
      FROM actors WHERE (SELECT count(*) FROM scanned) < ${rows}
    ), bound AS MATERIALIZED (
      SELECT coalesce(
        (SELECT key FROM newest WHERE key IS NOT NULL ORDER BY key DESC OFFSET ${rows} - 1 LIMIT 1),
        '00000000-0000-0000-0000-000000000000'::uuid) AS key
    ), entries AS MATERIALIZED (
      SELECT key, actor_id, thread_id FROM scanned WHERE (SELECT count(*) FROM scanned) >= ${rows}
      UNION ALL
      (SELECT theirs.key, newest.id, theirs.thread_id
        FROM newest CROSS JOIN LATERAL (
          SELECT key, thread_id FROM feed_entries
          WHERE actor_id = newest.id AND key < ${below}::uuid AND key >= (SELECT key FROM bound)
          ORDER BY key DESC LIMIT ${rows}
        ) theirs
        WHERE newest.key >= (SELECT key FROM bound)
        ORDER BY theirs.key DESC LIMIT ${rows})
    )`;
}

/** Of the entries, those at which a thread stands that the viewer is shown. */
function selectListed(viewerId: string, { below, newestKey }: FollowingWindow): Prisma.Sql {
  const standsHigher = sql`EXISTS (
    SELECT FROM feed_entries higher JOIN users actor ON actor.id = higher.actor_id
    WHERE higher.thread_id = entry.thread_id AND higher.key BETWEEN ${below}::uuid AND ${newestKey}::uuid
      AND higher.actor_id IN (SELECT id FROM actors) AND ${canSeeThreadsOf(viewerId, sql`actor`)})`;
  return sql`
    SELECT entry.* FROM (
      SELECT DISTINCT ON (entries.thread_id) entries.*
      FROM entries JOIN users actor ON actor.id = entries.actor_id
      WHERE ${canSeeThreadsOf(viewerId, sql`actor`)}
      ORDER BY entries.thread_id, entries.key DESC
    ) entry
    JOIN threads thread ON thread.id = entry.thread_id
    JOIN users author ON author.id = thread.author_id
    WHERE thread.root_id IS NULL AND thread.deleted_at IS NULL
      AND ${canSee(viewerId, { thread: sql`thread`, author: sql`author` })}
      AND NOT ${isMuted(viewerId, sql`author.id`)}
      ${below === highestId ? Prisma.empty : sql`AND NOT ${standsHigher}`}`;
}
