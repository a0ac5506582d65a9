import { Prisma } from '@skein/db';
import { canSee } from '../../../domain/visibility.queries.ts';

const { sql } = Prisma;

/**
 * Rows for the hydrator: the threads above a visible reply that the viewer may see, from the top. The
 * key is the number of steps up; it has gaps for hidden threads. No rows for a hidden thread.
 */
export function selectAncestors(viewerId: string, threadId: string, take: number): Prisma.Sql {
  const isVisible = canSee(viewerId, { thread: sql`ancestor`, author: sql`author` });
  const isReplyVisible = canSee(viewerId, { thread: sql`reply`, author: sql`author` });
  return sql`
    WITH RECURSIVE chain AS (
      SELECT reply.parent_id AS id, 1 AS steps
      FROM threads reply LEFT JOIN users author ON author.id = reply.author_id
      WHERE reply.id = ${threadId}::uuid AND ${isReplyVisible}
      UNION ALL
      SELECT above.parent_id, chain.steps + 1
      FROM chain JOIN threads above ON above.id = chain.id
      WHERE chain.steps < ${take}::int
    )
    SELECT ancestor.id AS thread_id, -chain.steps AS position, chain.steps AS key,
      NULL::uuid AS reposter_id
    FROM chain JOIN threads ancestor ON ancestor.id = chain.id
      LEFT JOIN users author ON author.id = ancestor.author_id
    WHERE ${isVisible}`;
}
