import { replyLevelMax } from '@skein/contracts/limits';
import { exists, Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { canSee, stateColumns } from '../../../domain/visibility.queries.ts';

const { sql } = Prisma;

/** A thread with all replies below it. */
export interface Subtree {
  id: string;
  rootId: string | null;
  level: number;
  path: string;
  /** The number of replies; null for the deepest level, whose replies `countReplies` counts. */
  total: number | null;
  /** Hidden replies on all levels. */
  hiddenCount: number;
}

/** The paths that begin with this one, as a condition on `reply`: `~` sorts after all digits. */
function isInRange(rootId: Prisma.Sql, path: Prisma.Sql, branch = path): Prisma.Sql {
  return sql`reply.root_id = ${rootId} AND reply.path > ${path} AND reply.path < ${branch} || '~'`;
}

/** All replies below a thread, as a condition on `reply`. */
function isBelow({ id, rootId, level, path }: Subtree): Prisma.Sql {
  const root = sql`${rootId ?? id}::uuid`;
  if (level < replyLevelMax) return isInRange(root, sql`${path}::text`);
  // Replies to the deepest level have the same level: only the parent ids identify the descendants.
  return sql`${isInRange(root, sql`${path}::text`, sql`${path.slice(0, -32)}::text`)}
    AND reply.id IN (
      WITH RECURSIVE branch AS (
        SELECT id FROM threads WHERE parent_id = ${id}::uuid
        UNION ALL
        SELECT child.id FROM branch JOIN threads child ON child.parent_id = branch.id
      )
      SELECT id FROM branch
    )`;
}

/** Null when the viewer may not see the thread. */
export async function findSubtree(
  database: Database,
  viewerId: string,
  threadId: string,
): Promise<Subtree | null> {
  const range = isInRange(sql`coalesce(thread.root_id, thread.id)`, sql`thread.path`);
  // All replies minus the deleted ones: both are counted in an index, without reading the rows.
  const [subtree] = await database.query<Subtree>(sql`
    SELECT thread.id, thread.root_id AS "rootId", thread.level, thread.path,
      CASE WHEN thread.level < ${replyLevelMax}::int THEN
        (SELECT count(*)::int FROM threads reply WHERE ${range})
        - (SELECT count(*)::int FROM threads reply WHERE ${range} AND reply.deleted_at IS NOT NULL)
      END AS total,
      (SELECT count(*)::int FROM threads reply
        WHERE ${range} AND reply.is_hidden AND reply.deleted_at IS NULL) AS "hiddenCount"
    FROM threads thread LEFT JOIN users author ON author.id = thread.author_id
    WHERE thread.id = ${threadId}::uuid
      AND ${canSee(viewerId, { thread: sql`thread`, author: sql`author` })}`);
  return subtree ?? null;
}

/** Independent of the viewer, like all counters. */
export async function countReplies(database: Database, subtree: Subtree): Promise<number> {
  if (subtree.total !== null) return subtree.total;
  const [counted] = await database.query<{ total: number }>(sql`
    SELECT count(*)::int AS total FROM threads reply
    WHERE ${isBelow(subtree)} AND reply.deleted_at IS NULL`);
  return counted?.total ?? 0;
}

interface RepliesRange {
  /** The path of the last reply of the page before. */
  after: string | null;
  skip: number;
  take: number;
  /** If true, lists only hidden replies and the replies to them; otherwise all others. */
  hidden: boolean;
}

const segmentLengths = [1, 2, 3, 4, 5].map((count) => count * 32);

/**
 * Whether a reply or one above it, below the thread, is hidden. The paths of the replies above are the
 * beginnings of its path.
 */
function isInHiddenBranch({ id, rootId, path }: Subtree): Prisma.Sql {
  const beginnings = segmentLengths.map((length) => sql`left(reply.path, ${length}::int)`);
  return exists(sql`threads above WHERE above.root_id = ${rootId ?? id}::uuid AND above.is_hidden
    AND above.deleted_at IS NULL AND above.path > ${path}
    AND above.path IN (${Prisma.join(beginnings)})`);
}

/**
 * Rows for the hydrator: the replies that the viewer may see, in reading order, with paths as keys. Also the
 * thread itself, to which they refer, without a position.
 */
export function selectReplies(
  viewerId: string,
  subtree: Subtree,
  { after, skip, take, hidden }: RepliesRange,
): Prisma.Sql {
  const isVisible = canSee(viewerId, { thread: sql`reply`, author: sql`author` });
  // Most threads have no hidden replies.
  const branch = subtree.hiddenCount > 0 ? isInHiddenBranch(subtree) : sql`false`;
  const isShown = hidden ? branch : sql`NOT ${branch}`;
  const isAfter = after === null ? sql`true` : sql`reply.path > ${after}`;
  // OFFSET 0 makes PostgreSQL check replies in index order until the page is full. It would otherwise
  // expect few visible rows, check all of them and sort. The root is a constant, so that its
  // visibility is checked once.
  return sql`
    SELECT listed.id AS thread_id, row_number() OVER (ORDER BY listed.path)::int AS position,
      listed.path AS key, NULL::uuid AS reposter_id
    FROM (
      SELECT reply.id, reply.path
      FROM (
        SELECT below.*, ${subtree.rootId ?? subtree.id}::uuid AS root_id
        FROM (
          SELECT reply.id, reply.path, reply.author_id, reply.deleted_at, reply.parent_id, reply.audience
          FROM threads reply WHERE ${isBelow(subtree)} AND ${isAfter} ORDER BY reply.path OFFSET 0
        ) below
      ) reply
        LEFT JOIN LATERAL (
          SELECT id, ${stateColumns(sql`users`)} FROM users WHERE id = reply.author_id LIMIT 1
        ) author ON true
      WHERE ${isVisible} AND ${isShown}
      ORDER BY reply.path OFFSET ${skip}::int LIMIT ${take}::int
    ) listed
    UNION ALL SELECT ${subtree.id}::uuid, NULL, NULL, NULL`;
}
