import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { dependentsMax, countDependents } from './dependents.repository.ts';
import type { DeletionCandidate } from './deletion.policy.ts';

const { sql } = Prisma;

/**
 * The author's newest threads, as many as one transaction can delete with their dependent rows: at
 * least one, if there is any.
 */
export async function listDeletable(
  database: Database,
  authorId: string,
  limit: number,
): Promise<string[]> {
  const rows = await database.query<{ id: string }>(sql`
    SELECT id FROM (
      SELECT own.id, row_number() OVER newest AS number, sum(own.dependents) OVER newest AS dependents
      FROM (
        SELECT id, ${countDependents(sql`thread`)} AS dependents FROM threads thread
        WHERE author_id = ${authorId}::uuid AND deleted_at IS NULL
        ORDER BY id DESC LIMIT ${limit}::int
      ) own
      WINDOW newest AS (ORDER BY own.id DESC)
    ) batch WHERE number = 1 OR dependents <= ${2 * dependentsMax}::int`);
  return rows.map(({ id }) => id);
}

export async function findAuthorId(
  database: Pick<Transaction, 'thread'>,
  id: string,
): Promise<string | null> {
  const thread = await database.thread.findFirst({ where: { id }, select: { authorId: true } });
  return thread?.authorId ?? null;
}

/** Decrements the counters of authors, who are locked. The keys are their ids. */
export async function decrementThreadsCounts(
  tx: Transaction,
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  if (counts.size === 0) return;
  await tx.execute(sql`
    UPDATE users SET threads_count = threads_count - deleted.count
    FROM unnest(${[...counts.keys()]}::uuid[], ${[...counts.values()]}::int[]) AS deleted (id, count)
    WHERE users.id = deleted.id`);
}

/** Decrements the reply counters of parents and the quote counters of quoted threads. */
export async function decrementReferenceCounts(
  tx: Transaction,
  counts: { replies: ReadonlyMap<string, number>; quotes: ReadonlyMap<string, number> },
): Promise<void> {
  const ids = [...new Set([...counts.replies.keys(), ...counts.quotes.keys()])];
  if (ids.length === 0) return;
  await tx.execute(sql`
    UPDATE threads SET replies_count = replies_count - change.replies,
      quotes_count = quotes_count - change.quotes
    FROM unnest(${ids}::uuid[], ${ids.map((id) => counts.replies.get(id) ?? 0)}::int[],
      ${ids.map((id) => counts.quotes.get(id) ?? 0)}::int[]) AS change (id, replies, quotes)
    WHERE threads.id = change.id`);
}

/** A hashtag, and how many of the deleted threads had it. */
export interface RemovedTag {
  id: string;
  count: number;
}

export async function unlinkTags(
  tx: Transaction,
  threadIds: readonly string[],
): Promise<RemovedTag[]> {
  return tx.query(sql`
    WITH deleted AS (
      DELETE FROM thread_hashtags WHERE thread_id = ANY (${threadIds}::uuid[]) RETURNING hashtag_id
    )
    SELECT hashtag_id AS id, count(*)::int FROM deleted GROUP BY 1`);
}

/** The last step, in the lock order of hashtags. */
export async function decrementTagCounts(
  tx: Transaction,
  removed: readonly RemovedTag[],
): Promise<void> {
  if (removed.length === 0) return;
  await tx.execute(sql`
    WITH removed AS (
      SELECT tag.id, change.count
      FROM unnest(${removed.map(({ id }) => id)}::uuid[], ${removed.map(({ count }) => count)}::int[])
        AS change (id, count) JOIN hashtags tag ON tag.id = change.id
      ORDER BY tag.tag COLLATE "C" FOR NO KEY UPDATE OF tag
    )
    UPDATE hashtags SET threads_count = threads_count - removed.count
    FROM removed WHERE hashtags.id = removed.id`);
}

/**
 * Turns deleted threads into stubs, which keep the position of their replies. They keep the count of
 * their quotes, and their author unless the account is being deleted.
 * @param stubs Large ones keep the counters of the dependent rows that are not deleted yet.
 */
export async function turnIntoStubs(
  tx: Transaction,
  stubs: readonly Pick<DeletionCandidate, 'id' | 'isLarge'>[],
): Promise<void> {
  if (stubs.length === 0) return;
  const reset = (column: string, value: string) => {
    const name = Prisma.raw(column);
    return sql`${name} = CASE WHEN stub.is_complete THEN ${Prisma.raw(value)} ELSE ${name} END`;
  };
  await tx.execute(sql`
    UPDATE threads SET content = '', text_key = NULL, content_warning = NULL, is_sensitive = false, hashtags = '{}', quoted_id = NULL, quote_state = NULL, edited_at = NULL,
      link_card_id = NULL,
      deleted_at = coalesce(deleted_at, now()),
      author_id = (SELECT author.id FROM users author
        WHERE author.id = threads.author_id AND author.deleted_at IS NULL),
      ${reset('likes_count', '0')}, ${reset('reposts_count', '0')}, ${reset('bookmarks_count', '0')},
      ${reset('reaction_counts', "'{}'")}
    FROM unnest(${stubs.map(({ id }) => id)}::uuid[],
      ${stubs.map(({ isLarge }) => !isLarge)}::boolean[]) AS stub (id, is_complete)
    WHERE threads.id = stub.id`);
}

/**
 * Removes large threads without replies from their tree and author, so that nobody sees them while
 * their dependent rows are deleted.
 */
export async function detachThreads(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    UPDATE threads SET author_id = NULL, type = 'thread', parent_id = NULL, root_id = NULL,
      level = 0, path = ''
    WHERE id = ANY (${ids}::uuid[])`);
}

export async function removeThreads(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`DELETE FROM threads WHERE id = ANY (${ids}::uuid[])`);
}
