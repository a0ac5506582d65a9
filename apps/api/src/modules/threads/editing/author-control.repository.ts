import { Prisma } from '@skein/db';
import type { ReplyPermission } from '@skein/contracts/threads';
import type { Database, Transaction } from '@skein/db';
import { deleteUnreadNotifications } from '../../../domain/events/notification-writer.queries.ts';
import { lockPair } from '../deletion/deletion-locks.repository.ts';

const { sql } = Prisma;

/** False when the author has no such thread. */
export async function updateReplyPermission(
  tx: Transaction,
  { threadId: id, authorId }: { threadId: string; authorId: string },
  replyPermission: ReplyPermission,
): Promise<boolean> {
  const where = { id, authorId, deletedAt: null };
  const { count } = await tx.thread.updateMany({ where, data: { replyPermission } });
  return count > 0;
}

/**
 * Pins a thread instead of the one that was pinned before. The lock order is users, threads; the lock
 * on the thread excludes its deletion.
 * @returns false when the author has no such thread or it is a reply
 */
export async function upsertPin(
  database: Database,
  { threadId, authorId }: { threadId: string; authorId: string },
): Promise<boolean> {
  const rows = await database.query(sql`
    WITH author AS MATERIALIZED (
      SELECT id FROM users WHERE id = ${authorId}::uuid FOR KEY SHARE
    ), own AS MATERIALIZED (
      SELECT thread.id, thread.author_id FROM author, threads thread
      WHERE thread.id = ${threadId}::uuid AND thread.author_id = author.id
        AND thread.type <> 'reply' AND thread.deleted_at IS NULL
      FOR SHARE OF thread
    )
    INSERT INTO pinned_threads (user_id, thread_id) SELECT author_id, id FROM own
    ON CONFLICT (user_id) DO UPDATE SET thread_id = EXCLUDED.thread_id
    RETURNING user_id`);
  return rows.length > 0;
}

export async function deletePin(
  database: Database,
  { threadId, authorId }: { threadId: string; authorId: string },
): Promise<void> {
  await database.pinnedThread.deleteMany({ where: { threadId, userId: authorId } });
}

/** Hides a reply of another user below a thread of the root's author, or shows it again. */
export async function updateHidden(
  database: Database,
  { replyId, rootAuthorId }: { replyId: string; rootAuthorId: string },
  isHidden: boolean,
): Promise<void> {
  await database.execute(sql`
    UPDATE threads reply SET is_hidden = ${isHidden} FROM threads root
    WHERE reply.id = ${replyId}::uuid AND reply.root_id = root.id
      AND root.author_id = ${rootAuthorId}::uuid AND reply.deleted_at IS NULL
      AND reply.author_id IS DISTINCT FROM root.author_id AND reply.is_hidden <> ${isHidden}`);
}

/**
 * Removes the quoted thread from a quote, its quote counter and the unread notification of the quote.
 * @param onDetached Runs in the same transaction.
 * @returns the recipients of deleted notifications
 */
export async function detachFromQuote(
  database: Database,
  { quoteId, quotedId, quotedAuthorId }: Record<'quoteId' | 'quotedId' | 'quotedAuthorId', string>,
  onDetached?: (tx: Transaction) => Promise<void>,
): Promise<string[]> {
  return database.$transaction(async (tx) => {
    await lockPair(tx, quoteId, quotedId);
    const owned = { id: quotedId, authorId: quotedAuthorId };
    if ((await tx.thread.count({ where: owned })) === 0) return [];
    const { count } = await tx.thread.updateMany({
      where: { id: quoteId, quotedId },
      data: { quotedId: null, isQuoteDetached: true },
    });
    if (count === 0) return [];
    await tx.thread.update({ where: { id: quotedId }, data: { quotesCount: { decrement: 1 } } });
    await tx.quoteApproval.deleteMany({ where: { threadId: quoteId } });
    await onDetached?.(tx);
    const notified = await tx.query<{ recipient_id: string }>(
      deleteUnreadNotifications({
        where: sql`subject_id = ${quoteId}::uuid AND type = 'quote'
          AND recipient_id = ${quotedAuthorId}::uuid`,
      }),
    );
    return notified.map(({ recipient_id: id }) => id);
  });
}
