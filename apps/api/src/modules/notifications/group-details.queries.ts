import { Prisma } from '@skein/db';
import { canSeeUndeleted } from '../../domain/visibility.queries.ts';

const { sql } = Prisma;

/** Rows for the threads hydrator, without threads that the viewer may no longer see. */
export function selectThreads(viewerId: string, threadIds: readonly string[]): Prisma.Sql {
  const isVisible = canSeeUndeleted(viewerId, { thread: sql`thread`, author: sql`author` });
  return sql`
    SELECT thread.id AS thread_id, row_number() OVER (ORDER BY thread.id)::int AS position,
      NULL::uuid AS key, NULL::uuid AS reposter_id
    FROM threads thread JOIN users author ON author.id = thread.author_id
    WHERE thread.id = ANY (${threadIds}::uuid[]) AND thread.deleted_at IS NULL AND ${isVisible}`;
}
