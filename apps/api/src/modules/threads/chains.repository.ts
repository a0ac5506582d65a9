import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';
import { attachedMax, countAttached } from './attachments.repository.ts';
import type { ChainLink } from './deletion.policy.ts';

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

/**
 * The threads themselves, then those above each up to the first that is not deleted. All of them
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
      SELECT id, bool_or(is_own OR deleted_at IS NOT NULL) AS is_to_go FROM chain GROUP BY id
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
