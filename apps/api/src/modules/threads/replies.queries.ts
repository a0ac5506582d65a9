import { replyLevelMax } from '@skein/contracts/limits';
import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { canSee, stateColumns } from '../../platform/visibility.queries.ts';

const { sql } = Prisma;

/** A thread whose replies are read. */
export interface TreeTop {
  id: string;
  rootId: string | null;
  level: number;
  path: string;
}

/** Sorts behind every path that begins like this one, and before all others. */
const endOf = (path: string) => `${path}~`;

/** Everything below a thread, as conditions on `reply`. */
function isBelow({ id, rootId, level, path }: TreeTop): Prisma.Sql {
  const inRange = sql`reply.root_id = ${rootId ?? id}::uuid
    AND reply.path > ${path} AND reply.path < ${endOf(path)}`;
  if (level < replyLevelMax) return inRange;
  // What answers the deepest level stands beside it: only who answered whom tells them apart.
  const branch = path.slice(0, -32);
  return sql`reply.root_id = ${rootId ?? id}::uuid
    AND reply.path > ${path} AND reply.path < ${endOf(branch)}
    AND reply.id IN (
      WITH RECURSIVE branch AS (
        SELECT id FROM threads WHERE parent_id = ${id}::uuid
        UNION ALL
        SELECT answer.id FROM branch JOIN threads answer ON answer.parent_id = branch.id
      )
      SELECT id FROM branch
    )`;
}

/** Null when the viewer may not see it. */
export async function findTreeTop(
  database: Database,
  viewerId: string,
  threadId: string,
): Promise<TreeTop | null> {
  const [top] = await database.$queryRaw<TreeTop[]>`
    SELECT thread.id, thread.root_id AS "rootId", thread.level, thread.path
    FROM threads thread LEFT JOIN users author ON author.id = thread.author_id
    WHERE thread.id = ${threadId}::uuid
      AND ${canSee(viewerId, { thread: sql`thread`, author: sql`author` })}`;
  return top ?? null;
}

/** The same for everybody, like all counters. */
export async function countReplies(database: Database, top: TreeTop): Promise<number> {
  const [counted] = await database.$queryRaw<{ total: number }[]>`
    SELECT count(*)::int AS total FROM threads reply
    WHERE ${isBelow(top)} AND reply.deleted_at IS NULL`;
  return counted?.total ?? 0;
}

/** Rows for the hydrator: what the viewer may see below a thread, in reading order; keyed by path. */
export function selectReplies(
  viewerId: string,
  top: TreeTop,
  { after, skip, take }: { after: string | null; skip: number; take: number },
): Prisma.Sql {
  const isVisible = canSee(viewerId, { thread: sql`reply`, author: sql`author` });
  const isAfter = after === null ? sql`true` : sql`reply.path > ${after}`;
  // Fenced in, so that replies are looked at one by one in the index's order until there are enough:
  // the planner takes the rule of visibility to let few pass, and would look at all and sort them.
  // Their root is written out, not read from each, so that its visibility is asked once for all.
  return sql`
    SELECT listed.id AS thread_id, row_number() OVER (ORDER BY listed.path)::int AS position,
      listed.path AS key, NULL::uuid AS reposter_id
    FROM (
      SELECT reply.id, reply.path
      FROM (
        SELECT below.*, ${top.rootId ?? top.id}::uuid AS root_id
        FROM (
          SELECT reply.id, reply.path, reply.author_id, reply.deleted_at
          FROM threads reply WHERE ${isBelow(top)} AND ${isAfter} ORDER BY reply.path OFFSET 0
        ) below
      ) reply
        LEFT JOIN LATERAL (
          SELECT id, ${stateColumns(sql`users`)} FROM users WHERE id = reply.author_id LIMIT 1
        ) author ON true
      WHERE ${isVisible}
      ORDER BY reply.path OFFSET ${skip}::int LIMIT ${take}::int
    ) listed`;
}
