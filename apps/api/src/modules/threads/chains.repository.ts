import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { attachedMax, countAttached, noteRemains } from './attachments.repository.ts';
import type { ChainLink } from './deletion.policy.ts';
import { listIds } from './deletion.policy.ts';
import { removeThreads } from './deletion.repository.ts';

const { sql } = Prisma;

/** What does not change about a thread while it is there. */
export interface OwnThread {
  id: string;
  type: 'thread' | 'reply' | 'quote';
  rootId: string | null;
  quotedId: string | null;
}

export async function findOwn(
  tx: Transaction,
  ids: readonly string[],
  authorId: string,
): Promise<OwnThread[]> {
  return tx.$queryRaw`
    SELECT id, type::text, root_id AS "rootId", quoted_id AS "quotedId" FROM threads
    WHERE id = ANY (${ids}::uuid[]) AND author_id = ${authorId}::uuid AND deleted_at IS NULL`;
}

/** By id, the older ones first, so that two never wait for each other in a circle. */
async function lockThreads(
  tx: Transaction,
  ids: Prisma.Sql,
  patience = Prisma.empty,
): Promise<void> {
  await tx.$queryRaw`
    SELECT id FROM threads WHERE id IN (${ids}) ORDER BY id FOR NO KEY UPDATE ${patience}`;
}

/** Stubs that are looked at, and removed, in one transaction. */
const stubsMax = 500;

/**
 * The threads themselves, then those above each up to the first that is not deleted, nearest first
 * and no more than `stubsMax` in all: `removeEmptyStubs` removes what is above. All of them
 * and what the threads quote are locked: first the roots, so that one at a time takes a tree apart.
 *
 * Of several trees the roots are held already when what is older than some of them is locked: there
 * it is not waited, but given up.
 */
export async function lockChains(tx: Transaction, own: readonly OwnThread[]): Promise<ChainLink[]> {
  const around = own.flatMap(({ id, rootId, quotedId }) => [rootId ?? id, quotedId]);
  await lockThreads(tx, sql`SELECT unnest(${around.filter((id) => id !== null)}::uuid[])`);
  const chain = sql`
    WITH RECURSIVE chain AS (
      SELECT id, parent_id, deleted_at, true AS is_own
      FROM threads WHERE id = ANY (${own.map(({ id }) => id)}::uuid[])
      UNION
      SELECT above.id, above.parent_id, above.deleted_at, false
      FROM chain JOIN threads above ON above.id = chain.parent_id
      WHERE chain.is_own OR chain.deleted_at IS NOT NULL
    ), link AS MATERIALIZED (
      SELECT id, bool_or(is_own OR deleted_at IS NOT NULL) AS is_to_go
      FROM (SELECT * FROM chain LIMIT ${stubsMax}::int) nearest GROUP BY id
    )`;
  await lockThreads(
    tx,
    sql`${chain} SELECT id FROM link`,
    own.length > 1 ? sql`NOWAIT` : Prisma.empty,
  );
  // Read again: a reply may have come while the locks were waited for.
  return tx.$queryRaw<ChainLink[]>`${chain}
    SELECT thread.id, thread.parent_id AS "parentId", thread.quoted_id AS "quotedId",
      thread.type = 'reply' AS "isReply", thread.deleted_at IS NOT NULL AS "isDeleted",
      is_to_go AND EXISTS (
        SELECT FROM threads other
        WHERE other.parent_id = link.id AND other.id NOT IN (SELECT id FROM link)
      ) AS "hasOtherReplies",
      is_to_go AND (${countAttached(sql`thread`)} > ${attachedMax}::int
        OR EXISTS (SELECT FROM thread_remains WHERE thread_id = link.id)) AS "isHeavy"
    FROM link JOIN threads thread ON thread.id = link.id`;
}

/**
 * Removes a stub that has no replies, and the stubs above it that thereby lose their last one: at most
 * `stubsMax` in one transaction. The next one above is noted, so that the job continues there.
 */
export async function removeEmptyStubs(database: Database, stubId: string): Promise<void> {
  const id = sql`${stubId}::uuid`;
  await database.$transaction(async (tx) => {
    await lockThreads(tx, sql`SELECT coalesce(root_id, id) FROM threads WHERE id = ${id}`);
    const empty = selectEmptyStubs(id);
    await lockThreads(tx, sql`${empty} SELECT id FROM empty`);
    // Read again: another deletion in this tree may have finished while the locks were waited for.
    const stubs = await tx.$queryRaw<{ id: string; parentId: string | null }[]>`
      ${empty} SELECT id, parent_id AS "parentId" FROM empty ORDER BY distance`;
    await tx.$executeRaw`DELETE FROM thread_remains WHERE thread_id = ${id}`;
    await removeThreads(tx, listIds(stubs));
    const next = stubs.length === stubsMax ? stubs.at(-1)?.parentId : null;
    if (next) await noteRemains(tx, [next]);
  });
}

/** `empty`: a stub without replies, and those above it whose last reply is the one before. */
function selectEmptyStubs(id: Prisma.Sql): Prisma.Sql {
  return sql`
    WITH RECURSIVE empty AS (
      SELECT stub.id, stub.parent_id, 1 AS distance FROM threads stub
      WHERE stub.id = ${id} AND stub.deleted_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM threads reply WHERE reply.parent_id = stub.id)
      UNION ALL
      SELECT above.id, above.parent_id, empty.distance + 1
      FROM empty JOIN threads above ON above.id = empty.parent_id
      WHERE empty.distance < ${stubsMax}::int AND above.deleted_at IS NOT NULL
        AND NOT EXISTS (
          SELECT FROM threads reply WHERE reply.parent_id = above.id AND reply.id <> empty.id)
        -- It is removed once what is attached to it is.
        AND NOT EXISTS (SELECT FROM thread_remains WHERE thread_id = above.id)
    )`;
}
