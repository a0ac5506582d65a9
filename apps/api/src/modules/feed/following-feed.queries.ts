import { exists, existsUnique, Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { highestId } from '../../platform/ids.ts';
import {
  isActive,
  isInAudience,
  isListedAudience,
  isPublic,
  isServerBlocked,
  selectBlockedUsers,
  selectMutedUsers,
} from '../../domain/visibility.queries.ts';
import { selectListMembers } from '../lists/index.ts';

/** A range of the feed, read from newest to oldest. */
export interface FollowingWindow {
  /** Reads only entries below this key. */
  below: string;
  /** The key of the newest entry on the first page. Later entries are ignored. */
  newestKey: string;
  /** The number of entries to read. */
  window: number;
  /** The numbers of threads to skip and to return. */
  skip: number;
  take: number;
  /** Without followed hashtags, the statement has no parts for them. */
  followsHashtags: boolean;
}

/** Whose entries a feed contains: of followed users and hashtags, or of the members of a list. */
export type FeedSources = 'follows' | { listId: string };

const { sql } = Prisma;

interface SourceCounts {
  /** The number of followees or list members, at most `max`. */
  actors: number;
  followsHashtags: boolean;
}

export async function countSources(
  database: Database,
  viewerId: string,
  sources: FeedSources,
  max: number,
): Promise<SourceCounts> {
  const isFollowing = sources === 'follows';
  const actors = isFollowing
    ? sql`follows WHERE follower_id = ${viewerId}::uuid`
    : sql`user_list_members WHERE list_id = ${sources.listId}::uuid`;
  const followsHashtags = isFollowing
    ? exists(sql`hashtag_follows WHERE user_id = ${viewerId}::uuid`)
    : sql`false`;
  const [counts] = await database.query<SourceCounts>(sql`
    SELECT (SELECT count(*)::int FROM (SELECT FROM ${actors} LIMIT ${max}::int) actor) AS actors,
      ${followsHashtags} AS "followsHashtags"`);
  return counts ?? { actors: 0, followsHashtags: false };
}

/**
 * Rows for the hydrator: threads and plain reposts of the viewer and their followees, and public threads
 * with followed hashtags, or those of the members of a list, each thread once, at its newest repost. It looks
 * up the newest entries of each actor. If there may be more entries than those read, and too few threads
 * among them, a last row without a thread is the continuation: the number of threads found and the key to
 * continue from.
 */
export function selectByLookups(
  viewerId: string,
  sources: FeedSources,
  options: FollowingWindow,
): Prisma.Sql {
  const rows = toConstant(options.window);
  const hasFullHashtags = options.followsHashtags
    ? sql`OR (SELECT count(*) FROM of_hashtags) >= ${rows}`
    : Prisma.empty;
  return sql`
    ${selectFeed(viewerId, sources, options, lookUpActors(options))}
    UNION ALL
    SELECT NULL, (SELECT count(*)::int FROM listed), (SELECT key FROM entries ORDER BY key LIMIT 1),
      NULL, NULL, NULL
    WHERE (SELECT count(*) FROM listed) < ${options.skip + options.take}::int
      AND ((SELECT count(*) FROM of_actors) >= ${rows} ${hasFullHashtags})`;
}

/**
 * Returns the same rows as `selectByLookups`, but reads the newest entries of all users, at most `scannedMax`,
 * and keeps those of the actors. If they do not fill the window, the only row is a continuation from the start.
 */
export function selectByScan(
  viewerId: string,
  sources: FeedSources,
  options: FollowingWindow,
  scannedMax: number,
): Prisma.Sql {
  const rows = toConstant(options.window);
  const hasEnough = sql`(SELECT count(*) FROM of_actors) >= ${rows}`;
  return sql`
    ${selectFeed(viewerId, sources, options, scanNewest(options, scannedMax), hasEnough)}
    UNION ALL
    SELECT NULL, (SELECT count(*)::int FROM listed),
      CASE WHEN ${hasEnough} THEN (SELECT key FROM entries ORDER BY key LIMIT 1) ELSE ${options.below}::uuid END,
      NULL, NULL, NULL
    WHERE (SELECT count(*) FROM listed) < ${options.skip + options.take}::int`;
}

/** A constant, not a parameter: PostgreSQL must know that few rows are requested. */
const toConstant = (rows: number) => Prisma.raw(String(rows));

/**
 * The CTEs of a statement, and its rows with threads.
 * @param ofActors The newest entries of the actors, up to the window size, and the CTEs that they need.
 * @param isComplete Without it, there are no entries.
 */
function selectFeed(
  viewerId: string,
  sources: FeedSources,
  options: FollowingWindow,
  ofActors: Prisma.Sql,
  isComplete = sql`true`,
): Prisma.Sql {
  const { skip, take, followsHashtags } = options;
  const rows = toConstant(options.window);
  // The end of the hashtags' rows also ends the entries of the actors, so that none between is missing.
  const [ofHashtags, andHashtags] = followsHashtags
    ? [
        sql`of_hashtags AS MATERIALIZED (${entriesOfHashtags(viewerId, options)}),`,
        sql`AND key >= ${selectEnd(sql`of_hashtags`, rows)}
          UNION ALL SELECT * FROM of_hashtags WHERE ${isComplete}`,
      ]
    : [Prisma.empty, Prisma.empty];
  return sql`
    WITH skipped AS MATERIALIZED (
      ${selectSkipped(viewerId)}
    ), actors AS MATERIALIZED (${selectActors(viewerId, sources)}),
    ${ofActors}, ${ofHashtags}
    entries AS MATERIALIZED (
      SELECT *, NULL AS tag FROM of_actors WHERE ${isComplete} ${andHashtags}
    ), without_reposts AS MATERIALIZED (
      SELECT muted_id AS id FROM repost_mutes WHERE muter_id = ${viewerId}::uuid
    ), listed AS MATERIALIZED (${selectListed(viewerId, options)})
    (SELECT thread_id, row_number() OVER (ORDER BY key DESC)::int AS position, key,
        CASE WHEN key <> thread_id THEN actor_id END AS reposter_id,
        CASE WHEN key <> thread_id THEN ${selectOtherReposters} END AS other_reposter_ids, tag
      FROM listed ORDER BY key DESC OFFSET ${skip}::int LIMIT ${take}::int)`;
}

/** The key of the last row, if there is a full window of rows; otherwise a key below all. */
function selectEnd(source: Prisma.Sql, rows: Prisma.Sql): Prisma.Sql {
  return sql`coalesce((SELECT key FROM ${source} ORDER BY key DESC OFFSET ${rows} - 1 LIMIT 1),
    '00000000-0000-0000-0000-000000000000'::uuid)`;
}

/** Users whose entries and threads the feed skips, among them suspended followees, who can have many. */
function selectSkipped(viewerId: string): Prisma.Sql {
  return sql`
    ${selectMutedUsers(viewerId)} UNION ALL ${selectBlockedUsers(viewerId)}
    UNION ALL SELECT followee.id FROM follows JOIN users followee ON followee.id = follows.followee_id
    WHERE follows.follower_id = ${viewerId}::uuid AND NOT ${isActive(sql`followee`)}`;
}

/**
 * The users whose entries are in the feed, as far as the viewer may see their threads: the viewer and the
 * followees, or the members of a list.
 */
function selectActors(viewerId: string, sources: FeedSources): Prisma.Sql {
  if (sources !== 'follows') {
    const members = selectListMembers(viewerId, sources.listId);
    return sql`SELECT id FROM (${members}) member WHERE id NOT IN (SELECT id FROM skipped)`;
  }
  return sql`
    SELECT followee_id AS id FROM follows
    WHERE follower_id = ${viewerId}::uuid AND followee_id NOT IN (SELECT id FROM skipped)
    UNION ALL SELECT ${viewerId}::uuid`;
}

/**
 * `of_actors` from the newest entries of all users. IS TRUE prevents a join, after which PostgreSQL would
 * sort: it reads all entries instead of stopping when the window is full.
 */
function scanNewest({ below, window }: FollowingWindow, scannedMax: number): Prisma.Sql {
  return sql`
    of_actors AS MATERIALIZED (
      SELECT recent.* FROM (
        SELECT key, actor_id, thread_id FROM feed_entries WHERE key < ${below}::uuid ORDER BY key DESC
        LIMIT ${scannedMax}::int
      ) recent
      WHERE (recent.actor_id IN (SELECT id FROM actors)) IS TRUE
      ORDER BY recent.key DESC LIMIT ${toConstant(window)}
    )`;
}

/**
 * `of_actors` from the newest entries of each actor. Together about one window of them give a lower bound,
 * and only actors above it are read further.
 */
function lookUpActors({ below, window }: FollowingWindow): Prisma.Sql {
  const rows = toConstant(window);
  return sql`
    newest AS MATERIALIZED (
      SELECT actors.id, recent.key
      FROM actors CROSS JOIN LATERAL (
        SELECT key FROM feed_entries WHERE actor_id = actors.id AND key < ${below}::uuid ORDER BY key DESC
        LIMIT (SELECT ceil(${rows}::float8 / count(*)) FROM actors)
      ) recent
    ), bound AS MATERIALIZED (
      SELECT ${selectEnd(sql`newest`, rows)} AS key
    ), of_actors AS MATERIALIZED (
      SELECT own.key, active.id AS actor_id, own.thread_id
      FROM (SELECT DISTINCT id FROM newest WHERE key >= (SELECT key FROM bound)) active
      CROSS JOIN LATERAL (
        SELECT key, thread_id FROM feed_entries
        WHERE actor_id = active.id AND key < ${below}::uuid AND key >= (SELECT key FROM bound)
        ORDER BY key DESC LIMIT ${rows}
      ) own
      ORDER BY own.key DESC LIMIT ${rows}
    )`;
}

/**
 * The newest listed threads with followed hashtags, up to the window size, but none older than a full
 * window of the actors. Replies are included, so that the number of rows read is limited;
 * they are left out later, and take no place of the actors' entries. Threads of an account that has just
 * become public are missing until the listing job has run.
 */
function entriesOfHashtags(viewerId: string, { below, window }: FollowingWindow): Prisma.Sql {
  const rows = Prisma.raw(String(window));
  return sql`
    SELECT used.thread_id AS key, NULL::uuid, used.thread_id, hashtag.tag
    FROM hashtag_follows followed JOIN hashtags hashtag ON hashtag.tag = followed.tag
    CROSS JOIN LATERAL (
      SELECT thread_id FROM thread_hashtags
      WHERE hashtag_id = hashtag.id AND is_listed AND thread_id < ${below}::uuid
        AND thread_id >= ${selectEnd(sql`of_actors`, rows)}
      ORDER BY thread_id DESC LIMIT ${rows}
    ) used
    WHERE followed.user_id = ${viewerId}::uuid
    ORDER BY used.thread_id DESC LIMIT ${rows}`;
}

/** Whether the viewer sees an entry if it is a repost. */
function isShownRepost(entry: Prisma.Sql): Prisma.Sql {
  return sql`(${entry}.key = ${entry}.thread_id
    OR ${entry}.actor_id NOT IN (SELECT id FROM without_reposts))`;
}

/** The users whose earlier reposts of a listed thread are in the window, latest first. */
const selectOtherReposters = sql`ARRAY(
  SELECT other.actor_id FROM entries other
  WHERE other.thread_id = listed.thread_id AND other.key < listed.key AND other.key <> other.thread_id
    AND ${isShownRepost(sql`other`)}
  ORDER BY other.key DESC)`;

/**
 * The entries of visible threads, each thread at its newest entry. Reads threads from the newest entry on
 * until the page is full. An author is an actor, or another user reposted by an actor. The actors are
 * checked last, because the first check hashes all of them.
 */
function selectListed(
  viewerId: string,
  { below, newestKey, skip, take }: FollowingWindow,
): Prisma.Sql {
  const isVisibleAuthor = existsUnique(sql`users author
    WHERE author.id = thread.author_id AND ${isPublic(sql`author`)}
      AND author.id NOT IN (SELECT id FROM skipped) AND NOT ${isServerBlocked(viewerId, sql`author`)}`);
  const isListedHigher = exists(sql`feed_entries higher
    WHERE higher.thread_id = entry.thread_id AND higher.key BETWEEN ${below}::uuid AND ${newestKey}::uuid
      AND higher.actor_id IN (SELECT id FROM actors) AND ${isShownRepost(sql`higher`)}`);
  return sql`
    SELECT entry.* FROM (
      SELECT * FROM (
        SELECT DISTINCT ON (thread_id) * FROM entries entry WHERE ${isShownRepost(sql`entry`)}
        ORDER BY thread_id, key DESC, tag NULLS FIRST
      ) newest_of_thread
      ORDER BY key DESC
    ) entry
    JOIN threads thread ON thread.id = entry.thread_id
    WHERE thread.root_id IS NULL AND thread.deleted_at IS NULL AND ${isInAudience(viewerId, sql`thread`)}
      AND (entry.tag IS NULL OR ${isListedAudience(sql`thread`)})
      AND (thread.author_id = entry.actor_id OR ${isVisibleAuthor}
        OR thread.author_id IN (SELECT id FROM actors))
      ${below === highestId ? Prisma.empty : sql`AND NOT ${isListedHigher}`}
    ORDER BY entry.key DESC LIMIT ${skip + take}::int`;
}
