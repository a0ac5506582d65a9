import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { attachedMax, countAttached } from './attachments.repository.ts';
import type { ChainLink } from './deletion.policy.ts';

const { sql } = Prisma;

/** The author's newest threads, as many as may go at once: one at least, where there is any. */
export async function listDeletable(
  database: Database,
  authorId: string,
  limit: number,
): Promise<string[]> {
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT id FROM (
      SELECT own.id, row_number() OVER newest AS number, sum(own.attached) OVER newest AS attached
      FROM (
        SELECT id, ${countAttached(sql`thread`)} AS attached FROM threads thread
        WHERE author_id = ${authorId}::uuid AND deleted_at IS NULL
        ORDER BY id DESC LIMIT ${limit}::int
      ) own
      WINDOW newest AS (ORDER BY own.id DESC)
    ) batch WHERE number = 1 OR attached <= ${2 * attachedMax}::int`;
  return rows.map(({ id }) => id);
}

export async function findAuthorId(
  database: Pick<Transaction, 'thread'>,
  id: string,
): Promise<string | null> {
  const thread = await database.thread.findUnique({ where: { id }, select: { authorId: true } });
  return thread?.authorId ?? null;
}

/** Takes published threads out of the count of their author's. */
export async function uncountPublished(
  tx: Transaction,
  authorId: string,
  count: number,
): Promise<void> {
  if (count === 0) return;
  const data = { threadsCount: { decrement: count } };
  await tx.user.update({ where: { id: authorId }, data });
}

/** Takes threads out of the counts of what they answer and what they quote. */
export async function uncountAnswers(
  tx: Transaction,
  counts: { replies: ReadonlyMap<string, number>; quotes: ReadonlyMap<string, number> },
): Promise<void> {
  const ids = [...new Set([...counts.replies.keys(), ...counts.quotes.keys()])];
  if (ids.length === 0) return;
  await tx.$executeRaw`
    UPDATE threads SET replies_count = replies_count - fewer.replies,
      quotes_count = quotes_count - fewer.quotes
    FROM unnest(${ids}::uuid[], ${ids.map((id) => counts.replies.get(id) ?? 0)}::int[],
      ${ids.map((id) => counts.quotes.get(id) ?? 0)}::int[]) AS fewer (id, replies, quotes)
    WHERE threads.id = fewer.id`;
}

/** A tag that some threads had, and how many of them. */
export interface LostTag {
  id: string;
  count: number;
}

export async function unlinkTags(
  tx: Transaction,
  threadIds: readonly string[],
): Promise<LostTag[]> {
  return tx.$queryRaw`
    WITH gone AS (
      DELETE FROM thread_hashtags WHERE thread_id = ANY (${threadIds}::uuid[]) RETURNING hashtag_id
    )
    SELECT hashtag_id AS id, count(*)::int FROM gone GROUP BY 1`;
}

/** Last of all, in the one order in which everybody takes tags. */
export async function uncountTags(tx: Transaction, lost: readonly LostTag[]): Promise<void> {
  if (lost.length === 0) return;
  await tx.$executeRaw`
    WITH lost AS (
      SELECT tag.id, fewer.count
      FROM unnest(${lost.map(({ id }) => id)}::uuid[], ${lost.map(({ count }) => count)}::int[])
        AS fewer (id, count) JOIN hashtags tag ON tag.id = fewer.id
      ORDER BY tag.tag COLLATE "C" FOR NO KEY UPDATE OF tag
    )
    UPDATE hashtags SET threads_count = threads_count - lost.count
    FROM lost WHERE hashtags.id = lost.id`;
}

/**
 * Leaves deleted threads as the places above their replies. What quotes them still counts them. Of an
 * account that is being deleted not even the author stays.
 * @param stubs A heavy one goes on counting what is still attached to it.
 */
export async function turnIntoStubs(
  tx: Transaction,
  stubs: readonly Pick<ChainLink, 'id' | 'isHeavy'>[],
): Promise<void> {
  if (stubs.length === 0) return;
  const kept = (column: string, none: string) => {
    const name = Prisma.raw(column);
    return sql`${name} = CASE WHEN stub.is_stripped THEN ${Prisma.raw(none)} ELSE ${name} END`;
  };
  await tx.$executeRaw`
    UPDATE threads SET content = '', hashtags = '{}', quoted_id = NULL, edited_at = NULL,
      deleted_at = coalesce(deleted_at, now()),
      author_id = (SELECT author.id FROM users author
        WHERE author.id = threads.author_id AND author.deleted_at IS NULL),
      ${kept('likes_count', '0')}, ${kept('reposts_count', '0')}, ${kept('bookmarks_count', '0')},
      ${kept('reaction_counts', "'{}'")}
    FROM unnest(${stubs.map(({ id }) => id)}::uuid[],
      ${stubs.map(({ isHeavy }) => !isHeavy)}::boolean[]) AS stub (id, is_stripped)
    WHERE threads.id = stub.id`;
}

/**
 * Takes what nothing stands below any more, but much is still attached to, out of its tree and from
 * its author: from now on there is no such thread for anybody.
 */
export async function setAside(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.$executeRaw`
    UPDATE threads SET author_id = NULL, type = 'thread', parent_id = NULL, root_id = NULL,
      level = 0, path = ''
    WHERE id = ANY (${ids}::uuid[])`;
}

export async function removeThreads(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.$executeRaw`DELETE FROM threads WHERE id = ANY (${ids}::uuid[])`;
}
