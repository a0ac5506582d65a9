import { Prisma } from '@skein/db';
import { isThreadVisible } from './visibility.queries.ts';

const { sql } = Prisma;

/** A row for the hydrator: one thread, if the viewer may see it. */
export function selectVisibleThread(viewerId: string, threadId: string): Prisma.Sql {
  return sql`
    SELECT thread.id AS thread_id, 1 AS position, NULL::uuid AS key, NULL::uuid AS reposter_id
    FROM threads thread LEFT JOIN users author ON author.id = thread.author_id
    WHERE thread.id = ${threadId}::uuid
      AND ${isThreadVisible(viewerId, { thread: sql`thread`, author: sql`author` })}`;
}
