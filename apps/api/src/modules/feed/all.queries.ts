import { Prisma } from '@skein/db';
import { windowFor } from '../../shared/window-sizes.ts';
import { isThreadVisible } from '../threads/index.ts';
import { isMuted } from '../users/index.ts';

const { sql } = Prisma;

/** Rows for the hydrator: every thread and quote that the viewer may see, newest first. */
export function selectAll(
  viewerId: string,
  options: { below: string; skip: number; take: number },
): Prisma.Sql {
  // Written out, not bound: the planner must know how few rows are wanted.
  const rows = Prisma.raw(String(windowFor(options.skip + options.take)));
  return sql`
    SELECT listed.thread_id, row_number() OVER (ORDER BY listed.thread_id DESC)::int AS position,
      listed.thread_id AS key, NULL::uuid AS reposter_id
    FROM (
      SELECT thread.id AS thread_id
      FROM threads thread JOIN users author ON author.id = thread.author_id
      WHERE thread.id < ${options.below}::uuid
        AND thread.root_id IS NULL AND thread.deleted_at IS NULL
        AND ${isThreadVisible(viewerId, { thread: sql`thread`, author: sql`author` })}
        AND NOT ${isMuted(viewerId, sql`author.id`)}
      ORDER BY thread.id DESC LIMIT ${rows}
    ) listed
    ORDER BY listed.thread_id DESC OFFSET ${options.skip}::int LIMIT ${options.take}::int`;
}
