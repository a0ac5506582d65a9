import { exists, Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { isLocal } from '../../../domain/visibility.queries.ts';

const { sql } = Prisma;

/** Threads of other servers that are old enough, and the conversations among them that nobody here needs. */
export interface ExpiredBatch {
  threadIds: string[];
  /** The roots of the conversations to delete. */
  rootIds: string[];
}

/**
 * The next threads of other servers that arrived before a time. A conversation is deleted as a whole, when its newest
 * thread is old enough and no user of this server has taken part in it.
 */
export async function findExpired(
  database: Database,
  before: Date,
  limit: number,
): Promise<ExpiredBatch> {
  // Inlined instead of bound: PostgreSQL would expect a tenth of all threads, and read the whole table to join them.
  const rows = Prisma.raw(String(limit));
  const [batch] = await database.query<ExpiredBatch>(sql`
    WITH due AS MATERIALIZED (
      SELECT thread_id FROM remote_objects WHERE retained_at <= ${before}
      ORDER BY retained_at LIMIT ${rows}
    ), root AS MATERIALIZED (
      SELECT DISTINCT coalesce(thread.root_id, thread.id) AS id
      FROM due JOIN threads thread ON thread.id = due.thread_id WHERE thread.deleted_at IS NULL
    )
    SELECT ARRAY(SELECT thread_id FROM due) AS "threadIds",
      ARRAY(SELECT id FROM root WHERE NOT ${isRetained(sql`root.id`, before)}) AS "rootIds"`);
  return batch ?? { threadIds: [], rootIds: [] };
}

/** Whether users of this server have done something with one of the threads or replied to it, or one of them is new. */
export async function areRetained(
  tx: Transaction,
  threadIds: readonly string[],
  before: Date,
): Promise<boolean> {
  const rows = await tx.query(sql`
    SELECT FROM threads part LEFT JOIN remote_objects object ON object.thread_id = part.id
    WHERE part.id = ANY (${threadIds}::uuid[]) AND (${isPartRetained(before)} OR EXISTS (
      SELECT FROM threads reply WHERE reply.parent_id = part.id
        AND NOT EXISTS (SELECT FROM remote_objects WHERE thread_id = reply.id))) LIMIT 1`);
  return rows.length > 0;
}

/** Threads of these conversations. Those without replies come first, so that no stubs are left in between. */
export async function listConversations(
  database: Database,
  rootIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(sql`
    SELECT part.id FROM unnest(${rootIds}::uuid[]) root (id) CROSS JOIN LATERAL (
      ${selectConversation(sql`root.id`)}
    ) part WHERE part.deleted_at IS NULL
    ORDER BY part.level DESC, part.id DESC LIMIT ${limit}::int`);
  return rows.map(({ id }) => id);
}

/** Threads that stay are examined again when as much time has passed since the last one of their conversation. */
export async function postponeRetained(
  database: Database,
  threadIds: readonly string[],
  { before, now }: { before: Date; now: Date },
): Promise<void> {
  await database.execute(sql`
    UPDATE remote_objects object SET retained_at = CASE WHEN newest.at > ${before} THEN newest.at ELSE ${now} END
    FROM threads thread CROSS JOIN LATERAL (
      SELECT max(other.retained_at) AS at
      FROM (${selectConversation(sql`coalesce(thread.root_id, thread.id)`)}) part
        JOIN remote_objects other ON other.thread_id = part.id
    ) newest
    WHERE thread.id = object.thread_id AND object.thread_id = ANY (${threadIds}::uuid[])`);
}

function selectConversation(rootId: Prisma.Sql): Prisma.Sql {
  return sql`SELECT * FROM threads WHERE id = ${rootId}
    UNION ALL SELECT * FROM threads WHERE root_id = ${rootId}`;
}

function isRetained(rootId: Prisma.Sql, before: Date): Prisma.Sql {
  return sql`EXISTS (SELECT FROM (${selectConversation(rootId)}) part
    LEFT JOIN remote_objects object ON object.thread_id = part.id WHERE ${isPartRetained(before)})`;
}

function isPartRetained(before: Date): Prisma.Sql {
  return sql`(object.thread_id IS NULL OR object.retained_at > ${before} OR ${isUsedHere(sql`part`)})`;
}

/** Whether a user of this server has done something with a thread of another server. */
function isUsedHere(part: Prisma.Sql): Prisma.Sql {
  const byLocalUser = (source: Prisma.Sql) => sql`EXISTS (SELECT FROM ${source}
    JOIN users account ON account.id = user_id WHERE thread_id = ${part}.id AND ${isLocal(sql`account`)})`;
  const byLocalAuthor = (condition: Prisma.Sql) => sql`EXISTS (SELECT FROM threads other
    JOIN users account ON account.id = other.author_id WHERE ${condition} AND ${isLocal(sql`account`)})`;
  // The counters save most subqueries. `exists` reads no table as a whole.
  return sql`(${part}.bookmarks_count > 0
    OR ${part}.likes_count > 0 AND ${byLocalUser(sql`likes`)}
    OR ${part}.reposts_count > 0 AND ${byLocalUser(sql`reposts`)}
    OR ${part}.reaction_counts <> '{}' AND ${byLocalUser(sql`reactions`)}
    OR ${part}.quotes_count > 0 AND ${byLocalAuthor(sql`other.quoted_id = ${part}.id`)}
    OR ${byLocalAuthor(sql`other.id IN (SELECT thread_id FROM quote_approvals WHERE quoted_id = ${part}.id
      UNION ALL SELECT quoted_id FROM quote_approvals WHERE thread_id = ${part}.id)`)}
    OR ${part}.quoted_id IS NOT NULL AND ${byLocalAuthor(sql`other.id = ${part}.quoted_id`)}
    OR ${byLocalUser(sql`thread_mentions`)}
    OR EXISTS (SELECT FROM polls JOIN poll_ballots ballot ON ballot.poll_id = polls.id
      WHERE polls.thread_id = ${part}.id)
    OR EXISTS (SELECT FROM messages WHERE shared_thread_id = ${part}.id)
    OR ${exists(sql`drafts WHERE parent_id = ${part}.id`)}
    OR ${exists(sql`drafts WHERE quoted_id = ${part}.id`)}
    OR ${exists(sql`scheduled_threads WHERE parent_id = ${part}.id`)}
    OR EXISTS (SELECT FROM reports WHERE target_type = 'thread' AND target_id = ${part}.id))`;
}
