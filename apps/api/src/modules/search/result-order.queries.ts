import { Prisma } from '@skein/db';
import { canSee } from '../../platform/visibility.queries.ts';

const { sql } = Prisma;

/**
 * Only this number of the newest matches are ranked; older ones follow by age. Ranking all matches of a
 * common word would take seconds.
 */
export const rankedMax = 500;

/** Rows for the threads module: these threads, in this order. */
export function selectNewest(viewerId: string, threadIds: readonly string[]): Prisma.Sql {
  return selectVisible(viewerId, sql`SELECT thread_id, n FROM ${listed(threadIds)}`);
}

/**
 * Rows for the threads module: the most relevant of these threads. The score combines the frequency
 * and proximity of the words, the engagement, and the creation time: one month equals ten times the
 * likes. The current age is not used, because it would change the order between pages.
 */
export function selectRelevant(
  viewerId: string,
  threadIds: readonly string[],
  { rankQuery, skip, take }: { rankQuery: string | null; skip: number; take: number },
): Prisma.Sql {
  const rank = rankQuery === null ? sql`0` : sql`ts_rank(document, ${rankQuery}::tsquery, 1)`;
  return selectVisible(
    viewerId,
    sql`
    SELECT ranked.thread_id, row_number() OVER (ORDER BY score DESC NULLS LAST, n) AS n
    FROM (
      SELECT match.thread_id, n, CASE WHEN n <= ${rankedMax}::int THEN
        20 * ${rank}
        + 0.43 * ln(1 + likes_count + 2 * reposts_count + 2 * quotes_count + replies_count)
        + extract(epoch FROM created_at)::float8 / ${secondsInMonth}::float8
      END AS score
      FROM ${listed(threadIds)} JOIN threads thread ON thread.id = match.thread_id
        JOIN search_documents document ON document.thread_id = match.thread_id
    ) ranked
    ORDER BY score DESC NULLS LAST, n OFFSET ${skip}::int LIMIT ${take}::int`,
  );
}

const secondsInMonth = 30 * 24 * 60 * 60;

function listed(threadIds: readonly string[]): Prisma.Sql {
  return sql`unnest(${threadIds}::uuid[]) WITH ORDINALITY AS match (thread_id, n)`;
}

// Checks visibility again, because it may have changed since the search.
function selectVisible(viewerId: string, ordered: Prisma.Sql): Prisma.Sql {
  return sql`
    SELECT match.thread_id, match.n::int AS position, match.thread_id AS key,
      NULL::uuid AS reposter_id
    FROM (${ordered}) match JOIN threads thread ON thread.id = match.thread_id
      JOIN users author ON author.id = thread.author_id
    WHERE thread.deleted_at IS NULL
      AND ${canSee(viewerId, { thread: sql`thread`, author: sql`author` })}`;
}
