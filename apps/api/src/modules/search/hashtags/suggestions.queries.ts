import type { HashtagSuggestion } from '@skein/contracts/search';
import { exists, Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { anonymousViewer, canSee } from '../../../platform/visibility.queries.ts';

const { sql } = Prisma;

// A tag that only hidden threads use must not be shown, and counts and order must not depend on hidden
// threads. The public threads of a tag are counted in the background; where there are few, those that
// the viewer may see are counted exactly.
const countedMax = 100;
// Bounds of the work of a request, whatever a few accounts post: threads per tag, and tags that were
// counted, or are new or hidden.
const lookedAtMax = 1000;
const candidatesMax = 300;
const uncountedMax = 100;

// Sorts bytewise after every tag that begins with what stands before it.
const lastCharacter = String.fromCodePoint(0x10ffff);

/**
 * The most used tags that begin with a text, as far as the viewer may know of them.
 * @param prefix lower case, without the hash; '' for all
 */
export function listSuggestions(
  database: Database,
  viewerId: string,
  prefix: string,
  limit: number,
): Promise<HashtagSuggestion[]> {
  return database.$queryRaw<HashtagSuggestion[]>(suggestionsStatement(viewerId, prefix, limit));
}

function suggestionsStatement(viewerId: string, prefix: string, limit: number): Prisma.Sql {
  // No LIKE: its pattern would have to be known when the statement is planned to use the index.
  const begins = sql`tag ~>=~ ${prefix} AND tag ~<~ ${prefix + lastCharacter}`;
  const isWanted = prefix === '' ? sql`threads_count > 0` : sql`threads_count > 0 AND ${begins}`;
  return sql`
    SELECT counted.tag, counted."threadsCount" FROM (
      SELECT shown.tag, CASE
        WHEN shown.public_threads_count > ${countedMax}::int AND ${exists(visibleUses(viewerId))}
        THEN shown.public_threads_count
        ELSE (SELECT count(*)::int FROM ${visibleUses(viewerId)}) END AS "threadsCount"
      FROM (
        (SELECT shown.* FROM (
          SELECT id, tag, public_threads_count FROM hashtags
          WHERE public_threads_count > 0 AND ${isWanted}
          ORDER BY public_threads_count DESC, tag LIMIT ${Prisma.raw(String(candidatesMax))}
        ) shown
        WHERE ${exists(visibleUses(viewerId))}
        ORDER BY shown.public_threads_count DESC, shown.tag LIMIT ${limit}::int)
        UNION ALL
        (SELECT id, tag, public_threads_count FROM hashtags
        WHERE public_threads_count = 0 AND ${isWanted}
        ORDER BY tag LIMIT ${Prisma.raw(String(uncountedMax))})
      ) shown
    ) counted
    WHERE counted."threadsCount" > 0
    ORDER BY counted."threadsCount" DESC, counted.tag LIMIT ${limit}::int`;
}

/** Whether anybody who is not signed in may see a thread with the tag. */
export async function hasPublicUse(database: Database, tag: string): Promise<boolean> {
  const rows = await database.$queryRaw<unknown[]>(sql`
    SELECT FROM hashtags shown
    WHERE shown.tag = ${tag} AND ${exists(visibleUses(anonymousViewer))}`);
  return rows.length > 0;
}

/**
 * Of the newest threads with the tag `shown`, those that the viewer may see. The newest listed ones are
 * read apart: otherwise a private account could hide a tag by using it often.
 */
export function visibleUses(viewerId: string | Prisma.Sql): Prisma.Sql {
  const newest = Prisma.raw(String(lookedAtMax));
  return sql`(
      (SELECT thread_id FROM thread_hashtags WHERE hashtag_id = shown.id AND is_listed
        ORDER BY thread_id DESC LIMIT ${newest})
      UNION ALL
      SELECT thread_id FROM (
        SELECT thread_id, is_listed FROM thread_hashtags WHERE hashtag_id = shown.id
        ORDER BY thread_id DESC LIMIT ${newest}
      ) recent WHERE NOT is_listed
    ) use JOIN threads thread ON thread.id = use.thread_id JOIN users author ON author.id = thread.author_id
    WHERE thread.deleted_at IS NULL
      AND ${canSee(viewerId, { thread: sql`thread`, author: sql`author` })}`;
}
