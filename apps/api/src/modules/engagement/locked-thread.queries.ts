import { Prisma } from '@skein/db';
import { canSee } from '../../domain/visibility.queries.ts';

const { sql } = Prisma;

/**
 * The CTEs `viewer` and `thread` for a statement that changes the viewer's engagement with a thread.
 * `thread` is empty when the viewer may not see it, it is deleted, or the viewer's account no longer
 * exists.
 *
 * Both rows are locked, in the lock order of users and threads, before anything is written. So no row
 * is added to a thread that is being deleted, and the counters read from `thread` are current.
 * @param columns Further columns of the thread, whose alias is `target`.
 */
export function lockedThread(
  viewerId: string,
  threadId: string,
  columns: Prisma.Sql = Prisma.empty,
): Prisma.Sql {
  return sql`
    viewer AS MATERIALIZED (
      SELECT id FROM users WHERE id = ${viewerId}::uuid FOR KEY SHARE
    ), thread AS MATERIALIZED (
      SELECT target.id ${columns}
      FROM viewer, threads target JOIN users author ON author.id = target.author_id
      WHERE target.id = ${threadId}::uuid AND target.deleted_at IS NULL
        AND ${canSee(viewerId, { thread: sql`target`, author: sql`author` })}
      FOR NO KEY UPDATE OF target
    )`;
}
