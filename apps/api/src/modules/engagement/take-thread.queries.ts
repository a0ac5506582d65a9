import { Prisma } from '@skein/db';
import { canSee } from '../../platform/visibility.queries.ts';

const { sql } = Prisma;

/**
 * Begins a statement that changes what the viewer has to do with a thread: `viewer` and `thread`
 * for its WITH. There is no `thread` where the viewer may not see it, it is deleted, or the
 * viewer's account is gone.
 *
 * Both are locked, in the order in which everybody locks people and threads, before anything is
 * written: nothing is ever attached to what is being deleted, and the counters, read from here, are
 * those of this moment.
 * @param columns Of the thread, as `held`, beside its id.
 */
export function takeThread(
  viewerId: string,
  threadId: string,
  columns: Prisma.Sql = Prisma.empty,
): Prisma.Sql {
  return sql`
    viewer AS MATERIALIZED (
      SELECT id FROM users WHERE id = ${viewerId}::uuid FOR KEY SHARE
    ), thread AS MATERIALIZED (
      SELECT held.id ${columns}
      FROM viewer, threads held JOIN users author ON author.id = held.author_id
      WHERE held.id = ${threadId}::uuid AND held.deleted_at IS NULL
        AND ${canSee(viewerId, { thread: sql`held`, author: sql`author` })}
      FOR NO KEY UPDATE OF held
    )`;
}
