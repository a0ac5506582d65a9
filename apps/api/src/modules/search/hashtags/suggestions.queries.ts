import type { HashtagSuggestion } from '@skein/contracts/search';
import { exists, Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { anonymousViewer, canSee, isListedAudience } from '../../../domain/visibility.queries.ts';

const { sql } = Prisma;

// Suggestions must not depend on hidden threads. A job counts the public threads of each tag. Up to
// this number, the threads that the viewer may see are counted exactly.
const countedMax = 100;
// Limits of the work of a request: threads per tag, tags with a count, and tags that are new or hidden.
const threadsReadMax = 1000;
const candidatesMax = 300;
const uncountedMax = 100;

// A prefix with this character sorts bytewise after every tag with the prefix.
const lastCharacter = String.fromCodePoint(0x10ffff);

/**
 * The most used tags with a prefix, among the threads that the viewer may see.
 * @param prefix lower case, without the hash; '' for all
 */
export function listSuggestions(
  database: Database,
  viewerId: string,
  prefix: string,
  limit: number,
): Promise<HashtagSuggestion[]> {
  return database.query<HashtagSuggestion>(suggestionsStatement(viewerId, prefix, limit));
}

function suggestionsStatement(viewerId: string, prefix: string, limit: number): Prisma.Sql {
  // LIKE would use the index only with a constant pattern.
  const hasPrefix = sql`tag ~>=~ ${prefix} AND tag ~<~ ${prefix + lastCharacter}`;
  const isCandidate =
    prefix === '' ? sql`threads_count > 0` : sql`threads_count > 0 AND ${hasPrefix}`;
  return sql`
    SELECT counted.tag, counted."threadsCount" FROM (
      SELECT hashtag.tag, CASE
        WHEN hashtag.public_threads_count > ${countedMax}::int AND ${exists(visibleUses(viewerId))}
        THEN hashtag.public_threads_count
        ELSE (SELECT count(*)::int FROM ${visibleUses(viewerId)}) END AS "threadsCount"
      FROM (
        (SELECT hashtag.* FROM (
          SELECT id, tag, public_threads_count FROM hashtags
          WHERE public_threads_count > 0 AND ${isCandidate}
          ORDER BY public_threads_count DESC, tag LIMIT ${Prisma.raw(String(candidatesMax))}
        ) hashtag
        WHERE ${exists(visibleUses(viewerId))}
        ORDER BY hashtag.public_threads_count DESC, hashtag.tag LIMIT ${limit}::int)
        UNION ALL
        (SELECT id, tag, public_threads_count FROM hashtags
        WHERE public_threads_count = 0 AND ${isCandidate}
        ORDER BY tag LIMIT ${Prisma.raw(String(uncountedMax))})
      ) hashtag
    ) counted
    WHERE counted."threadsCount" > 0
    ORDER BY counted."threadsCount" DESC, counted.tag LIMIT ${limit}::int`;
}

/** Whether a thread with the tag is visible without signing in. */
export async function hasPublicUse(database: Database, tag: string): Promise<boolean> {
  const rows = await database.query(sql`
    SELECT FROM hashtags hashtag
    WHERE hashtag.tag = ${tag} AND ${exists(visibleUses(anonymousViewer))}`);
  return rows.length > 0;
}

/**
 * The newest public threads with the tag `hashtag` that the viewer may see. Listed ones are read separately:
 * otherwise a private account could hide a tag by using it often.
 */
export function visibleUses(viewerId: string | Prisma.Sql): Prisma.Sql {
  const newest = Prisma.raw(String(threadsReadMax));
  return sql`(
      (SELECT thread_id FROM thread_hashtags WHERE hashtag_id = hashtag.id AND is_listed
        ORDER BY thread_id DESC LIMIT ${newest})
      UNION ALL
      SELECT thread_id FROM (
        SELECT thread_id, is_listed FROM thread_hashtags WHERE hashtag_id = hashtag.id
        ORDER BY thread_id DESC LIMIT ${newest}
      ) recent WHERE NOT is_listed
    ) use JOIN threads thread ON thread.id = use.thread_id
      -- Without the LIMIT, PostgreSQL may read all users to join them.
      CROSS JOIN LATERAL (SELECT * FROM users WHERE users.id = thread.author_id LIMIT 1) author
    WHERE thread.deleted_at IS NULL AND ${isListedAudience(sql`thread`)}
      AND ${canSee(viewerId, { thread: sql`thread`, author: sql`author` })}`;
}
