import { Prisma } from '@skein/db';
import { canSee } from '../../domain/visibility.queries.ts';

const { sql } = Prisma;

/**
 * Rows for the threads module: these threads, in this order. Checks visibility again, because it may
 * have changed since the search.
 */
export function selectInOrder(viewerId: string, threadIds: readonly string[]): Prisma.Sql {
  return sql`
    SELECT match.thread_id, match.n::int AS position, match.thread_id AS key,
      NULL::uuid AS reposter_id
    FROM unnest(${threadIds}::uuid[]) WITH ORDINALITY AS match (thread_id, n)
      JOIN threads thread ON thread.id = match.thread_id
      JOIN users author ON author.id = thread.author_id
    WHERE thread.deleted_at IS NULL
      AND ${canSee(viewerId, { thread: sql`thread`, author: sql`author` })}`;
}
