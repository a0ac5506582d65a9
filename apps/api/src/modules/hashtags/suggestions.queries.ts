import type { HashtagSuggestion } from '@skein/contracts/hashtags';
import { exists, Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { isThreadVisible } from '../threads/index.ts';

const { sql } = Prisma;

// A tag that only a private account uses is nobody else's to know, and neither is how often it does.
// So a tag needs a thread that the viewer may see, and the threads of a rare one are counted for the
// viewer. How many of a common tag's are hidden says nothing of anybody.
const countedMax = 100;
// Bounds for what few can bring about: to look at no more of a tag's threads, and no more tags.
const lookedAtMax = 1000;
const candidatesMax = 1000;

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
  return sql`
    SELECT shown.tag, CASE WHEN shown.threads_count > ${countedMax}::int THEN shown.threads_count
      ELSE (SELECT count(*)::int FROM ${visibleUses(viewerId, countedMax)}) END AS "threadsCount"
    FROM (
      SELECT shown.* FROM (
        SELECT id, tag, threads_count FROM hashtags
        WHERE threads_count > 0 ${prefix === '' ? Prisma.empty : sql`AND ${begins}`}
        ORDER BY threads_count DESC, tag LIMIT ${Prisma.raw(String(candidatesMax))}
      ) shown
      WHERE ${exists(visibleUses(viewerId, lookedAtMax))}
      ORDER BY shown.threads_count DESC, shown.tag LIMIT ${limit}::int
    ) shown
    ORDER BY "threadsCount" DESC, shown.tag`;
}

/** Of the newest threads that carry the tag `shown`, those that the viewer may see. */
function visibleUses(viewerId: string, newest: number): Prisma.Sql {
  return sql`(
      SELECT thread_id FROM thread_hashtags WHERE hashtag_id = shown.id
      ORDER BY thread_id DESC LIMIT ${Prisma.raw(String(newest))}
    ) use JOIN threads thread ON thread.id = use.thread_id JOIN users author ON author.id = thread.author_id
    WHERE thread.deleted_at IS NULL
      AND ${isThreadVisible(viewerId, { thread: sql`thread`, author: sql`author` })}`;
}
