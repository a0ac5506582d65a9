import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { canSee } from '../../../domain/visibility.queries.ts';
import { addReferences } from './references.hydrator.ts';
import { threadColumns } from './threads.hydrator.ts';
import type { HydratedThread, ThreadRow } from './threads.rows.ts';

const { sql } = Prisma;

/**
 * One thread with its quoted thread; null when the viewer may not see it. The quoted thread is read
 * by a second execution: few threads have one, and including it would slow down every execution.
 */
export async function readThread(
  database: Database,
  viewerId: string,
  threadId: string,
): Promise<HydratedThread | null> {
  const found = await findVisible(database, viewerId, threadId);
  if (found === null) return null;
  const quoted =
    found.quotedId === null ? null : await findVisible(database, viewerId, found.quotedId);
  const shown = quoted?.deletedAt === null ? [found, quoted] : [found];
  const [row, shownQuoted = null] = await addReferences(database, viewerId, shown);
  return row === undefined ? null : { row, quoted: shownQuoted, repostedBy: null, key: null };
}

/** Rows for the hydrator: those threads that the viewer may see, in the order of the ids. */
export function selectByIds(viewerId: string, ids: readonly string[]): Prisma.Sql {
  return sql`
    SELECT thread.id AS thread_id, wanted.position::int AS position, NULL::uuid AS key,
      NULL::uuid AS reposter_id
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted (id, position)
      JOIN threads thread ON thread.id = wanted.id
      JOIN users author ON author.id = thread.author_id
    WHERE thread.deleted_at IS NULL
      AND ${canSee(viewerId, { thread: sql`thread`, author: sql`author` })}`;
}

async function findVisible(
  database: Database,
  viewerId: string,
  threadId: string,
): Promise<ThreadRow | null> {
  const [found] = await database.query<ThreadRow>(sql`
    SELECT ${threadColumns(viewerId)}
    FROM threads t LEFT JOIN users a ON a.id = t.author_id
    WHERE t.id = ${threadId}::uuid
      AND ${canSee(viewerId, { thread: sql`t`, author: sql`a` })}`);
  return found ?? null;
}
