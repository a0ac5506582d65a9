import type { Audience } from '@skein/contracts/threads';
import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { dependentsMax, countDependents, markForPurge } from './dependents.repository.ts';
import type { DeletionCandidate } from './deletion.policy.ts';
import { listIds } from './deletion.policy.ts';
import { removeThreads } from './deletion.repository.ts';

const { sql } = Prisma;

/** The immutable fields of a thread. */
export interface OwnThread {
  id: string;
  authorId: string;
  type: 'thread' | 'reply' | 'quote';
  rootId: string | null;
  quotedId: string | null;
  audience: Audience;
}

/** @param authorId Null for threads of any author. */
export async function findOwnThreads(
  tx: Transaction,
  ids: readonly string[],
  authorId: string | null,
): Promise<OwnThread[]> {
  const isOwn = authorId === null ? sql`author_id IS NOT NULL` : sql`author_id = ${authorId}::uuid`;
  return tx.query(sql`
    SELECT id, author_id AS "authorId", type::text, root_id AS "rootId", quoted_id AS "quotedId", audience
    FROM threads WHERE id = ANY (${ids}::uuid[]) AND ${isOwn} AND deleted_at IS NULL`);
}

/** In order of id, so that concurrent transactions cannot deadlock. */
export async function lockThreads(
  tx: Transaction,
  ids: Prisma.Sql,
  waitPolicy = Prisma.empty,
): Promise<void> {
  await tx.query(sql`
    SELECT id FROM threads WHERE id IN (${ids}) ORDER BY id FOR NO KEY UPDATE ${waitPolicy}`);
}

/** A quote can be older here than the quoted thread, if that is of another server. */
export function lockPair(tx: Transaction, oneId: string, otherId: string): Promise<void> {
  return lockThreads(tx, sql`${oneId}::uuid, ${otherId}::uuid`);
}

/** Stubs that one transaction reads or deletes. */
const stubsMax = 500;

/**
 * Locks and returns the threads and the chain above each, up to the first ancestor that is not
 * deleted: nearest first, at most `stubsMax` in all. `removeEmptyStubs` removes the stubs above. Also
 * locks the quoted threads. The roots are locked first, so that deletions in one tree are sequential.
 *
 * With several trees, the ids of further locks can be lower than those of the roots. To avoid a
 * deadlock, it then fails instead of waiting.
 */
export async function lockForDeletion(
  tx: Transaction,
  own: readonly OwnThread[],
): Promise<DeletionCandidate[]> {
  const rootsAndQuoted = own.flatMap(({ id, rootId, quotedId }) => [rootId ?? id, quotedId]);
  await lockThreads(tx, sql`SELECT unnest(${rootsAndQuoted.filter((id) => id !== null)}::uuid[])`);
  const chain = sql`
    WITH RECURSIVE chain AS (
      SELECT id, parent_id, deleted_at, true AS is_own
      FROM threads WHERE id = ANY (${own.map(({ id }) => id)}::uuid[])
      UNION
      SELECT above.id, above.parent_id, above.deleted_at, false
      FROM chain JOIN threads above ON above.id = chain.parent_id
      WHERE chain.is_own OR chain.deleted_at IS NOT NULL
    ), candidate AS MATERIALIZED (
      SELECT id, bool_or(is_own OR deleted_at IS NOT NULL) AS is_removable
      FROM (SELECT * FROM chain LIMIT ${stubsMax}::int) nearest GROUP BY id
    )`;
  await lockThreads(
    tx,
    sql`${chain} SELECT id FROM candidate`,
    own.length > 1 ? sql`NOWAIT` : Prisma.empty,
  );
  // Read again: a reply may have been added while this transaction waited for the locks.
  return tx.query<DeletionCandidate>(sql`${chain}
    SELECT thread.id, thread.parent_id AS "parentId", thread.quoted_id AS "quotedId",
      thread.type = 'reply' AS "isReply", thread.deleted_at IS NOT NULL AS "isDeleted",
      is_removable AND EXISTS (
        SELECT FROM threads other
        WHERE other.parent_id = candidate.id AND other.id NOT IN (SELECT id FROM candidate)
      ) AS "hasOtherReplies",
      is_removable AND (${countDependents(sql`thread`)} > ${dependentsMax}::int
        OR EXISTS (SELECT FROM pending_purges WHERE thread_id = candidate.id)) AS "isLarge"
    FROM candidate JOIN threads thread ON thread.id = candidate.id`);
}

/**
 * Deletes a stub without replies, and the stubs above it that lose their last reply: at most
 * `stubsMax` in one transaction. It marks the next one above, so that the job continues there.
 */
export async function removeEmptyStubs(database: Database, stubId: string): Promise<void> {
  const id = sql`${stubId}::uuid`;
  await database.$transaction(async (tx) => {
    await lockThreads(tx, sql`SELECT coalesce(root_id, id) FROM threads WHERE id = ${id}`);
    const empty = selectEmptyStubs(id);
    await lockThreads(tx, sql`${empty} SELECT id FROM empty`);
    // Read again: another deletion in this tree may have finished while this transaction waited.
    const stubs = await tx.query<{ id: string; parentId: string | null }>(sql`
      ${empty} SELECT id, parent_id AS "parentId" FROM empty ORDER BY distance`);
    await tx.pendingPurge.deleteMany({ where: { threadId: stubId } });
    await removeThreads(tx, listIds(stubs));
    const next = stubs.length === stubsMax ? stubs.at(-1)?.parentId : null;
    if (next) await markForPurge(tx, [next]);
  });
}

/** `empty`: a stub without replies, and the stubs above whose only reply is the previous one. */
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
        -- A stub with dependent rows is deleted after them.
        AND NOT EXISTS (SELECT FROM pending_purges WHERE thread_id = above.id)
    )`;
}
