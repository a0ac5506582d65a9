import { Prisma } from '@skein/db';
import { canSee } from '../../platform/visibility.queries.ts';

const { sql } = Prisma;

/**
 * Of so many of the newest the most relevant are told; those before them follow by their age. To
 * rank all that has a common word would take seconds.
 */
export const rankedMax = 500;

/** Rows for the threads module: these, in this order. */
export function selectNewest(viewerId: string, threadIds: readonly string[]): Prisma.Sql {
  return selectVisible(viewerId, sql`SELECT thread_id, n FROM ${listed(threadIds)}`);
}

/**
 * Rows for the threads module: the most relevant of these. How often and how close together the
 * words stand counts, what people think of a thread, and how new it is: a month weighs as much as
 * ten times as many likes. Not how old it is now, which would turn the order round between pages.
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
      SELECT found.thread_id, n, CASE WHEN n <= ${rankedMax}::int THEN
        20 * ${rank}
        + 0.43 * ln(1 + likes_count + 2 * reposts_count + 2 * quotes_count + replies_count)
        + extract(epoch FROM created_at)::float8 / ${secondsInMonth}::float8
      END AS score
      FROM ${listed(threadIds)} JOIN threads thread ON thread.id = found.thread_id
        JOIN search_documents document ON document.thread_id = found.thread_id
    ) ranked
    ORDER BY score DESC NULLS LAST, n OFFSET ${skip}::int LIMIT ${take}::int`,
  );
}

const secondsInMonth = 30 * 24 * 60 * 60;

function listed(threadIds: readonly string[]): Prisma.Sql {
  return sql`unnest(${threadIds}::uuid[]) WITH ORDINALITY AS found (thread_id, n)`;
}

// Seen once more: a moment has passed since they were found.
function selectVisible(viewerId: string, found: Prisma.Sql): Prisma.Sql {
  return sql`
    SELECT found.thread_id, found.n::int AS position, found.thread_id AS key,
      NULL::uuid AS reposter_id
    FROM (${found}) found JOIN threads thread ON thread.id = found.thread_id
      JOIN users author ON author.id = thread.author_id
    WHERE thread.deleted_at IS NULL
      AND ${canSee(viewerId, { thread: sql`thread`, author: sql`author` })}`;
}
