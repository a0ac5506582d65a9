import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';

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
  id: string,
  authorId: string,
): Promise<OwnThread | null> {
  return tx.thread.findFirst({
    where: { id, authorId, deletedAt: null },
    select: { id: true, type: true, rootId: true, quotedId: true },
  });
}

export async function findAuthorId(
  database: Pick<Transaction, 'thread'>,
  id: string,
): Promise<string | null> {
  const thread = await database.thread.findUnique({ where: { id }, select: { authorId: true } });
  return thread?.authorId ?? null;
}

/** Before any thread, as everybody does. */
export async function lockAuthor(tx: Transaction, authorId: string): Promise<void> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${authorId}::uuid FOR NO KEY UPDATE`;
}

export async function countOneThreadLess(tx: Transaction, authorId: string): Promise<void> {
  await tx.user.update({ where: { id: authorId }, data: { threadsCount: { decrement: 1 } } });
}

/** By id, the older ones first, so that two never wait for each other in a circle. */
async function lockThreads(tx: Transaction, ids: Prisma.Sql): Promise<void> {
  await tx.$queryRaw`SELECT id FROM threads WHERE id IN (${ids}) ORDER BY id FOR NO KEY UPDATE`;
}

/** A thread of the chain from a deleted one upwards. */
export interface ChainLink {
  id: string;
  isDeleted: boolean;
  hashtags: string[];
  /** Whether anything stands below it besides the link below. */
  hasOtherReplies: boolean;
}

/**
 * The thread itself, then those above it up to the first that is not deleted. All of them and what
 * the thread quotes are locked: first the root, so that one at a time takes a tree apart.
 */
export async function lockChain(tx: Transaction, own: OwnThread): Promise<ChainLink[]> {
  const ids = [own.rootId ?? own.id, own.quotedId].filter((id) => id !== null);
  await lockThreads(tx, sql`SELECT unnest(${ids}::uuid[])`);
  const chain = sql`
    WITH RECURSIVE chain AS (
      SELECT id, parent_id, deleted_at, hashtags, NULL::uuid AS below_id, 0 AS step
      FROM threads WHERE id = ${own.id}::uuid
      UNION ALL
      SELECT above.id, above.parent_id, above.deleted_at, above.hashtags, chain.id, chain.step + 1
      FROM chain JOIN threads above ON above.id = chain.parent_id
      WHERE chain.step = 0 OR chain.deleted_at IS NOT NULL
    )`;
  await lockThreads(tx, sql`${chain} SELECT id FROM chain`);
  // Read again: a reply may have come while the locks were waited for.
  return tx.$queryRaw<ChainLink[]>`${chain}
    SELECT id, deleted_at IS NOT NULL AS "isDeleted", hashtags, EXISTS (
      SELECT FROM threads other
      WHERE other.parent_id = chain.id AND other.id IS DISTINCT FROM chain.below_id
    ) AS "hasOtherReplies"
    FROM chain ORDER BY step`;
}

/** What was attached to a thread, as far as others have to know. */
export interface Stripped {
  /** Of its files. */
  storageKeys: string[];
  /** Who had been told of something here. */
  toldIds: string[];
}

/** Removes all that people attached to a thread. */
export async function stripThread(tx: Transaction, threadId: string): Promise<Stripped> {
  const its = sql`thread_id = ${threadId}::uuid`;
  const [stripped] = await tx.$queryRaw<Stripped[]>`
    WITH l AS (DELETE FROM likes WHERE ${its}), b AS (DELETE FROM bookmarks WHERE ${its}),
      r AS (DELETE FROM reactions WHERE ${its}), s AS (DELETE FROM reposts WHERE ${its}),
      e AS (DELETE FROM feed_entries WHERE ${its}), m AS (DELETE FROM thread_mentions WHERE ${its}),
      h AS (DELETE FROM thread_revisions WHERE ${its}), p AS (DELETE FROM polls WHERE ${its}),
      n AS (DELETE FROM notifications
        WHERE id IN (SELECT id FROM notifications WHERE ${its} ORDER BY id FOR UPDATE)
        RETURNING recipient_id),
      f AS (DELETE FROM media WHERE ${its} RETURNING storage_key)
    SELECT ARRAY(SELECT storage_key FROM f) AS "storageKeys",
      ARRAY(SELECT DISTINCT recipient_id FROM n) AS "toldIds"`;
  return stripped ?? { storageKeys: [], toldIds: [] };
}

/** Takes a thread out of the counts of what it answers and what it quotes. */
export async function uncount(
  tx: Transaction,
  { parentId, quotedId }: { parentId: string | undefined; quotedId: string | null },
): Promise<void> {
  if (parentId !== undefined) {
    const data = { repliesCount: { decrement: 1 } };
    await tx.thread.updateMany({ where: { id: parentId }, data });
  }
  if (quotedId !== null) {
    const data = { quotesCount: { decrement: 1 } };
    await tx.thread.updateMany({ where: { id: quotedId }, data });
  }
}

/** Leaves a stripped thread as the place above its replies. What quotes it still counts them. */
export async function turnIntoStub(tx: Transaction, id: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE threads SET content = '', hashtags = '{}', quoted_id = NULL, edited_at = NULL,
      deleted_at = now(), likes_count = 0, reposts_count = 0, bookmarks_count = 0,
      reaction_counts = '{}'
    WHERE id = ${id}::uuid`;
}

export async function removeThreads(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.thread.deleteMany({ where: { id: { in: [...ids] } } });
}
