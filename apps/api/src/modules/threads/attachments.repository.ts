import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';

const { sql } = Prisma;

/** Rows of each kind that go at once: few enough for a lock that nobody notices. */
const batchSize = 500;

/** So many rows of others may hang on a thread for it to go with all of them in one transaction. */
export const attachedMax = 1000;

/** How much of others hangs on a thread; of what is not counted, no more than makes it too much. */
export function countAttached(thread: Prisma.Sql): Prisma.Sql {
  return sql`(
    ${thread}.likes_count + ${thread}.bookmarks_count + ${thread}.quotes_count
    + 2 * ${thread}.reposts_count
    + (SELECT coalesce(sum(count::int), 0) FROM jsonb_each_text(${thread}.reaction_counts) AS typed (type, count))
    + (SELECT coalesce(sum(2 * voters_count), 0) FROM polls WHERE thread_id = ${thread}.id)
    + (SELECT count(*) FROM (
        SELECT FROM notifications WHERE thread_id = ${thread}.id LIMIT ${attachedMax + 1}::int
      ) told))`;
}

/** What was attached to threads, as far as others have to know. */
export interface Stripped {
  /** Of their files. */
  storageKeys: string[];
  /** Who had been told of something there. */
  toldIds: string[];
}

/**
 * Removes all that is attached to threads. Of heavy ones it is only what is their author's, and what
 * puts them into feeds; `removeSome` does the rest.
 */
export async function stripThreads(
  tx: Transaction,
  { light, heavy }: { light: readonly string[]; heavy: readonly string[] },
): Promise<Stripped> {
  const its = sql`thread_id = ANY (${light}::uuid[])`;
  const any = sql`thread_id = ANY (${[...light, ...heavy]}::uuid[])`;
  const [stripped] = await tx.$queryRaw<Stripped[]>`
    WITH l AS (DELETE FROM likes WHERE ${its}), b AS (DELETE FROM bookmarks WHERE ${its}),
      r AS (DELETE FROM reactions WHERE ${its}), s AS (DELETE FROM reposts WHERE ${its}),
      p AS (DELETE FROM polls WHERE ${its}), e AS (DELETE FROM feed_entries WHERE ${its}),
      o AS (DELETE FROM feed_entries WHERE key = ANY (${heavy}::uuid[])),
      m AS (DELETE FROM thread_mentions WHERE ${any}), h AS (DELETE FROM thread_revisions WHERE ${any}),
      n AS (DELETE FROM notifications
        WHERE id IN (SELECT id FROM notifications WHERE ${its} ORDER BY id FOR UPDATE)
        RETURNING recipient_id),
      f AS (DELETE FROM media WHERE ${any} RETURNING storage_key)
    SELECT ARRAY(SELECT storage_key FROM f) AS "storageKeys",
      ARRAY(SELECT DISTINCT recipient_id FROM n) AS "toldIds"`;
  return stripped ?? { storageKeys: [], toldIds: [] };
}

/** Makes a note that something is left of deleted threads; of what is not deleted nothing is noted. */
export async function noteRemains(tx: Transaction, threadIds: readonly string[]): Promise<void> {
  if (threadIds.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO thread_remains (thread_id)
    SELECT id FROM threads WHERE id = ANY (${threadIds}::uuid[]) AND deleted_at IS NOT NULL
    ON CONFLICT DO NOTHING`;
}

/** Deleted threads of which something is left. */
export async function listRemains(database: Database): Promise<string[]> {
  const rows = await database.threadRemains.findMany({ orderBy: { threadId: 'asc' }, take: 100 });
  return rows.map(({ threadId }) => threadId);
}

/** How many rows went, and who had been told of something by them. */
interface Removed {
  count: number;
  toldIds: string[];
}

/**
 * Removes some of what is still attached to a deleted thread, with what counts it. It may be broken
 * off and begun anew at any point.
 * @returns for whom something to be told of has changed; null when nothing is left
 */
export async function removeSome(database: Database, threadId: string): Promise<string[] | null> {
  const id = sql`${threadId}::uuid`;
  return database.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM threads WHERE id = ${id} FOR NO KEY UPDATE`;
    const [removed] = await tx.$queryRaw<Removed[]>(removeSomeStatement(id));
    if (removed !== undefined && removed.count > 0) return removed.toldIds;
    await tx.$executeRaw`DELETE FROM polls WHERE thread_id = ${id}`;
    return null;
  });
}

function removeSomeStatement(id: Prisma.Sql): Prisma.Sql {
  const limit = sql`LIMIT ${batchSize}::int`;
  const marks = (table: 'likes' | 'bookmarks' | 'reactions' | 'reposts') => {
    const name = Prisma.raw(table);
    // By their whole key: by the thread alone, all that is attached would be read for each batch.
    const some = sql`SELECT user_id, thread_id FROM ${name} WHERE thread_id = ${id} ${limit}`;
    return sql`DELETE FROM ${name} WHERE (user_id, thread_id) IN (${some}) RETURNING *`;
  };
  return sql`
    WITH l AS (${marks('likes')}), b AS (${marks('bookmarks')}), r AS (${marks('reactions')}),
      s AS (${marks('reposts')}), e AS (DELETE FROM feed_entries USING s WHERE key = s.id),
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
        -- What only leaves a stub is still named by its quotes.
        UPDATE threads SET quoted_id = NULL WHERE id IN (
          SELECT quote.id FROM threads quote WHERE quote.quoted_id = ${id}
            AND NOT EXISTS (SELECT FROM threads below WHERE below.parent_id = ${id})
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
          SELECT kept.key AS type, kept.value::int - (SELECT count(*)::int FROM r WHERE r.type::text = kept.key) AS count
          FROM jsonb_each_text(reaction_counts) kept
        ) typed WHERE count > 0)
    FROM counted WHERE id = ${id} AND deleted_at IS NOT NULL
    RETURNING l + b + r + s + q + (SELECT count(*)::int FROM ballot) + (SELECT count(*)::int FROM n) AS count,
      ARRAY(SELECT DISTINCT recipient_id FROM n) AS "toldIds"`;
}
