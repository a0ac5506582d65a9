import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import type { PersonRow, ThreadRow, WholeThreadRow } from './threads.rows.ts';
import { isThreadVisible } from './visibility.queries.ts';

const { sql } = Prisma;

/**
 * Adds who wrote what the replies among some threads answer. Asks nothing where none is a reply, or
 * all of them answer each other: what one may not see is not among them.
 */
export async function addAnswered<Row extends ThreadRow>(
  database: Database,
  viewerId: string,
  rows: readonly Row[],
): Promise<(Row & WholeThreadRow)[]> {
  const authors = new Map<string | null, PersonRow | null>([[null, null]]);
  for (const { id, author, deletedAt } of rows) authors.set(id, deletedAt === null ? author : null);
  const missing = rows.flatMap(({ parentId }) => (authors.has(parentId) ? [] : (parentId ?? [])));
  for (const { threadId, ...author } of await findAuthors(database, viewerId, missing)) {
    authors.set(threadId, author);
  }
  return rows.map((row) => ({ ...row, replyingTo: authors.get(row.parentId) ?? null }));
}

interface AnsweredRow extends PersonRow {
  threadId: string;
}

async function findAuthors(
  database: Database,
  viewerId: string,
  threadIds: readonly string[],
): Promise<AnsweredRow[]> {
  if (threadIds.length === 0) return [];
  return database.$queryRaw<AnsweredRow[]>(sql`
    SELECT t.id AS "threadId", a.id, a.username, a.name
    FROM threads t JOIN users a ON a.id = t.author_id
    WHERE t.id = ANY (${[...new Set(threadIds)]}::uuid[]) AND t.deleted_at IS NULL
      AND ${isThreadVisible(viewerId, { thread: sql`t`, author: sql`a` })}`);
}
