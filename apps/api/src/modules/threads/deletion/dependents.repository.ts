import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';

const { sql } = Prisma;

/** Rows of each kind in one batch, so that locks are held only briefly. */
const batchSize = 500;

/** A thread with more dependent rows is deleted in batches instead of one transaction. */
export const dependentsMax = 1000;

/**
 * Counts the rows of other users that depend on a thread: likes, reposts, votes, notifications, mutes.
 * The last two have no counter: they are counted up to the limit.
 */
export function countDependents(thread: Prisma.Sql): Prisma.Sql {
  return sql`(
    ${thread}.likes_count + ${thread}.bookmarks_count + ${thread}.quotes_count
    + 2 * ${thread}.reposts_count
    + (SELECT coalesce(sum(count::int), 0) FROM jsonb_each_text(${thread}.reaction_counts) AS typed (type, count))
    + (SELECT coalesce(sum(2 * voters_count), 0) FROM polls WHERE thread_id = ${thread}.id)
    + (SELECT count(*) FROM (
        SELECT FROM notifications WHERE thread_id = ${thread}.id LIMIT ${dependentsMax + 1}::int
      ) notification)
    + (SELECT count(*) FROM (
        SELECT FROM thread_mutes WHERE thread_id = ${thread}.id LIMIT ${dependentsMax + 1}::int
      ) mute))`;
}

/** The deleted dependent rows that require further work after the commit. */
export interface DeletedDependents {
  /** Files to delete. */
  storageKeys: string[];
  /** Users with deleted notifications. */
  recipientIds: string[];
}

/**
 * Deletes the rows that depend on threads. Of large threads it deletes only the author's rows and
 * feed entries; `deleteDependentsBatch` deletes the rest.
 */
export async function deleteDependents(
  tx: Transaction,
  { small, large }: { small: readonly string[]; large: readonly string[] },
): Promise<DeletedDependents> {
  const its = sql`thread_id = ANY (${small}::uuid[])`;
  const any = sql`thread_id = ANY (${[...small, ...large]}::uuid[])`;
  const [dependents] = await tx.query<DeletedDependents>(sql`
    WITH l AS (DELETE FROM likes WHERE ${its}), b AS (DELETE FROM bookmarks WHERE ${its}),
      r AS (DELETE FROM reactions WHERE ${its}), s AS (DELETE FROM reposts WHERE ${its}),
      t AS (DELETE FROM thread_mutes WHERE ${its}),
      p AS (DELETE FROM polls WHERE ${its}), e AS (DELETE FROM feed_entries WHERE ${its}),
      o AS (DELETE FROM feed_entries WHERE key = ANY (${large}::uuid[])),
      m AS (DELETE FROM thread_mentions WHERE ${any}), h AS (DELETE FROM thread_revisions WHERE ${any}),
      i AS (DELETE FROM pinned_threads WHERE ${any}), q AS (DELETE FROM quote_approvals WHERE ${any}),
      -- A trigger deletes the copies of the files on this server.
      a AS (DELETE FROM remote_attachments WHERE ${any}),
      u AS (UPDATE remote_objects SET url = NULL, rich_text = NULL WHERE ${any}),
      n AS (DELETE FROM notifications
        WHERE id IN (SELECT id FROM notifications WHERE ${its} ORDER BY id FOR UPDATE)
        RETURNING recipient_id),
      f AS (DELETE FROM media WHERE ${any} RETURNING storage_key)
    SELECT ARRAY(SELECT storage_key FROM f) AS "storageKeys",
      ARRAY(SELECT DISTINCT recipient_id FROM n) AS "recipientIds"`);
  return dependents ?? { storageKeys: [], recipientIds: [] };
}

/** Marks the deleted ones of these threads for the cleanup job. */
export async function markForPurge(tx: Transaction, threadIds: readonly string[]): Promise<void> {
  if (threadIds.length === 0) return;
  await tx.execute(sql`
    INSERT INTO pending_purges (thread_id)
    SELECT id FROM threads WHERE id = ANY (${threadIds}::uuid[]) AND deleted_at IS NOT NULL
    ON CONFLICT DO NOTHING`);
}

/** Deleted threads that still have dependent rows. */
export async function listPendingPurges(database: Database): Promise<string[]> {
  const rows = await database.pendingPurge.findMany({ orderBy: { threadId: 'asc' }, take: 100 });
  return rows.map(({ threadId }) => threadId);
}

interface DeletedBatch {
  count: number;
  recipientIds: string[];
}

/**
 * Deletes one batch of the rows that depend on a deleted thread, and updates its counters. It can be
 * interrupted and repeated at any point.
 * @returns the recipients of deleted notifications; null when no rows are left
 */
export async function deleteDependentsBatch(
  database: Database,
  threadId: string,
): Promise<string[] | null> {
  const id = sql`${threadId}::uuid`;
  return database.$transaction(async (tx) => {
    await tx.query(sql`SELECT id FROM threads WHERE id = ${id} FOR NO KEY UPDATE`);
    const [removed] = await tx.query<DeletedBatch>(deleteBatchStatement(id));
    if (removed !== undefined && removed.count > 0) return removed.recipientIds;
    await tx.poll.deleteMany({ where: { threadId } });
    return null;
  });
}

function deleteBatchStatement(id: Prisma.Sql): Prisma.Sql {
  const limit = sql`LIMIT ${batchSize}::int`;
  const engagement = (table: 'likes' | 'bookmarks' | 'reactions' | 'reposts' | 'thread_mutes') => {
    const name = Prisma.raw(table);
    // By primary key: a condition on the thread alone would read all its rows for each batch.
    const batch = sql`SELECT user_id, thread_id FROM ${name} WHERE thread_id = ${id} ${limit}`;
    return sql`DELETE FROM ${name} WHERE (user_id, thread_id) IN (${batch}) RETURNING *`;
  };
  return sql`
    WITH l AS (${engagement('likes')}), b AS (${engagement('bookmarks')}), r AS (${engagement('reactions')}),
      s AS (${engagement('reposts')}), t AS (${engagement('thread_mutes')}), e AS (DELETE FROM feed_entries USING s WHERE key = s.id),
      ballot AS (
        DELETE FROM poll_ballots WHERE (poll_id, user_id) IN (
          SELECT poll_id, user_id FROM poll_ballots
          WHERE poll_id = (SELECT polls.id FROM polls WHERE thread_id = ${id}) ${limit})
        RETURNING poll_id, user_id
      ), vote AS (
        SELECT option_id, count(*)::int FROM poll_votes JOIN ballot USING (poll_id, user_id) GROUP BY 1
      ), o AS (
        UPDATE poll_options SET votes_count = votes_count - vote.count
        FROM vote WHERE poll_options.id = vote.option_id
      ), p AS (
        UPDATE polls SET voters_count = voters_count - (SELECT count(*)::int FROM ballot)
        WHERE thread_id = ${id}
      ), n AS (
        DELETE FROM notifications WHERE id IN (
          SELECT id FROM notifications
          WHERE id IN (SELECT id FROM notifications WHERE thread_id = ${id} ${limit})
          ORDER BY id FOR UPDATE)
        RETURNING recipient_id
      ), q AS (
        -- Quotes keep the reference to a stub.
        UPDATE threads SET quoted_id = NULL WHERE id IN (
          SELECT quote.id FROM threads quote WHERE quote.quoted_id = ${id}
            AND NOT EXISTS (SELECT FROM threads reply WHERE reply.parent_id = ${id})
          ORDER BY quote.id ${limit} FOR NO KEY UPDATE OF quote)
        RETURNING 1
      ), counted AS (
        SELECT (SELECT count(*)::int FROM l) AS l, (SELECT count(*)::int FROM b) AS b,
          (SELECT count(*)::int FROM r) AS r, (SELECT count(*)::int FROM s) AS s,
          (SELECT count(*)::int FROM q) AS q
      )
    UPDATE threads SET likes_count = likes_count - l, bookmarks_count = bookmarks_count - b,
      reposts_count = reposts_count - s, quotes_count = quotes_count - q,
      reaction_counts = (
        SELECT coalesce(jsonb_object_agg(type, count), '{}') FROM (
          SELECT stored.key AS type, stored.value::int - (SELECT count(*)::int FROM r WHERE r.type::text = stored.key) AS count
          FROM jsonb_each_text(reaction_counts) stored
        ) typed WHERE count > 0)
    FROM counted WHERE id = ${id} AND deleted_at IS NOT NULL
    RETURNING l + b + r + s + q + (SELECT count(*)::int FROM ballot) + (SELECT count(*)::int FROM n)
      + (SELECT count(*)::int FROM t) AS count,
      ARRAY(SELECT DISTINCT recipient_id FROM n) AS "recipientIds"`;
}
