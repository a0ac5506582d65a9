import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import {
  canSee,
  canSeeThreadsBy,
  dependsOnAuthorOnly,
} from '../../../domain/visibility.queries.ts';
import { addReferences } from './references.hydrator.ts';
import {
  additionColumns,
  additionFlags,
  baseColumns,
  noAdditions,
  openPermissions,
  permissionColumns,
} from './thread-columns.queries.ts';
import { withAuthor } from './threads.rows.ts';
import type { HydratedThread, ThreadRow, WithAuthorColumns } from './threads.rows.ts';

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

interface RowKind {
  isAuthorVisible: boolean;
  /** It is no reply, not deleted, for everyone, and everyone may reply. */
  isOpen: boolean;
  /** The columns that may not be empty. */
  additions: (keyof typeof noAdditions)[];
}

/** A row without the columns that `selectRest` adds. */
type BaseRow = Omit<ThreadRow, keyof typeof noAdditions | keyof typeof openPermissions>;

const additions = Object.entries(additionFlags).map(
  ([name, hasSome]) => sql`CASE WHEN ${hasSome} THEN ${name} END`,
);

/**
 * Most threads need one statement with few subqueries, because PostgreSQL initializes every subquery at each execution.
 * For the others, a second statement reads what the row shows to be missing.
 */
async function findVisible(
  database: Database,
  viewerId: string,
  threadId: string,
): Promise<ThreadRow | null> {
  const [found] = await database.query<WithAuthorColumns<BaseRow> & RowKind>(sql`
    SELECT ${baseColumns(viewerId)}, ${canSeeThreadsBy(viewerId, sql`a`)} AS "isAuthorVisible",
      ${dependsOnAuthorOnly(sql`t`)} AND t.reply_permission = 'ANYONE' AS "isOpen",
      array_remove(ARRAY[${Prisma.join(additions)}], NULL) AS additions
    FROM threads t LEFT JOIN users a ON a.id = t.author_id
    WHERE t.id = ${threadId}::uuid`);
  if (found === undefined) return null;
  const { isAuthorVisible, isOpen, additions: names, ...base } = withAuthor(found);
  if (isOpen && !isAuthorVisible) return null;
  const simple = { ...base, ...noAdditions, ...openPermissions };
  if (isOpen && names.length === 0) return simple;
  const [rest] = await database.query<Partial<ThreadRow>>(selectRest(viewerId, threadId, found));
  return rest === undefined ? null : { ...simple, ...rest };
}

function selectRest(viewerId: string, threadId: string, row: RowKind): Prisma.Sql {
  const columns = [
    ...(row.isOpen ? [] : [permissionColumns(viewerId)]),
    ...(row.additions.length > 0 ? [additionColumns(viewerId, row.additions)] : []),
  ];
  const isVisible = row.isOpen
    ? canSeeThreadsBy(viewerId, sql`a`)
    : canSee(viewerId, { thread: sql`t`, author: sql`a` });
  return sql`
    SELECT ${Prisma.join(columns)}
    FROM threads t LEFT JOIN users a ON a.id = t.author_id
    WHERE t.id = ${threadId}::uuid AND ${isVisible}`;
}
