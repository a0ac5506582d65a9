import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';
import { notifyOfThread } from '../../../domain/events/notification-writer.queries.ts';
import { canQuote, canSee, isServerBlocked } from '../../../domain/visibility.queries.ts';
import { lockThreads } from '../deletion/deletion-locks.repository.ts';
import { holdNotifications } from './held-notifications.repository.ts';

const { sql } = Prisma;

/** Makes a new thread a quote that does not show the quoted thread yet. */
export async function insertPendingQuote(
  tx: Transaction,
  { threadId, quotedId }: { threadId: string; quotedId: string },
): Promise<void> {
  await tx.execute(sql`
    WITH approval AS (
      INSERT INTO quote_approvals (thread_id, quoted_id)
      SELECT ${threadId}::uuid, id FROM threads WHERE id = ${quotedId}::uuid AND deleted_at IS NULL
      RETURNING thread_id
    )
    UPDATE threads SET quote_state = 'pending',
      type = CASE type WHEN 'reply' THEN type ELSE 'quote' END
    FROM approval WHERE id = approval.thread_id`);
}

interface Approval {
  threadId: string;
  /** The address of the approval on the server of the quoted thread. */
  authorizationUri: string | null;
}

/**
 * Shows the quoted thread in a quote, counts the quote, and notifies the author of the quoted thread.
 * @returns the recipients of new notifications; null if there is no such quote, or it shows the quoted thread already
 */
export async function approveQuote(
  tx: Transaction,
  { threadId, authorizationUri }: Approval,
): Promise<string[] | null> {
  const approval = sql`quote_approvals approval WHERE approval.thread_id = ${threadId}::uuid`;
  await lockThreads(tx, sql`SELECT unnest(ARRAY[thread_id, quoted_id]) FROM ${approval}`);
  const [quoted] = await tx.query<{ id: string }>(sql`
    SELECT id FROM threads WHERE id = (SELECT quoted_id FROM ${approval}) AND deleted_at IS NULL`);
  if (quoted === undefined) return null;
  const { count } = await tx.thread.updateMany({
    where: { id: threadId, quoteState: { not: null }, isQuoteDetached: false, deletedAt: null },
    data: { quotedId: quoted.id, quoteState: null },
  });
  if (count === 0) return null;
  await tx.quoteApproval.updateMany({ where: { threadId }, data: { authorizationUri } });
  const notified = await tx.query<{ recipient_id: string }>(sql`
    WITH quoted AS (
      UPDATE threads SET quotes_count = quotes_count + 1 WHERE id = ${quoted.id}::uuid
      RETURNING id, author_id
    ), thread AS (SELECT id, author_id, root_id FROM threads WHERE id = ${threadId}::uuid)
    ${notifyOfThread({ target: { type: 'quote', table: sql`quoted` }, mentions: [] })}`);
  const recipientIds = notified.map(({ recipient_id: id }) => id);
  await holdNotifications(tx, threadId, recipientIds);
  return recipientIds;
}

/** Quotes of deleted threads no longer wait for an approval. */
export async function endPendingQuotes(
  tx: Transaction,
  quotedIds: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    UPDATE threads SET quote_state = NULL WHERE quote_state IS NOT NULL AND id IN (
      SELECT thread_id FROM quote_approvals WHERE quoted_id = ANY (${quotedIds}::uuid[]))`);
}

/** Returns false if the quote does not wait for an approval. */
export async function setRejected(tx: Transaction, threadId: string): Promise<boolean> {
  const where = { id: threadId, quoteState: 'pending' as const };
  const { count } = await tx.thread.updateMany({ where, data: { quoteState: 'rejected' } });
  return count > 0;
}

/** Whether a user of another server may quote a thread, as far as this server decides. */
export async function isQuotable(
  database: Database,
  threadId: string,
  requesterId: string,
): Promise<boolean> {
  const aliases = { thread: sql`thread`, author: sql`author` };
  const rows = await database.query(sql`
    SELECT FROM threads thread JOIN users author ON author.id = thread.author_id
      JOIN users requester ON requester.id = ${requesterId}::uuid
    WHERE thread.id = ${threadId}::uuid AND thread.deleted_at IS NULL
      AND ${canSee(requesterId, aliases)} AND ${canQuote(requesterId, aliases)}
      AND NOT ${isServerBlocked(sql`author.id`, sql`requester`)}`);
  return rows.length > 0;
}

/** Whether the author of a thread is on another server; false if there is no such thread. */
export async function isRemoteThread(database: Database, threadId: string): Promise<boolean> {
  const rows = await database.query(sql`
    SELECT FROM threads thread JOIN users author ON author.id = thread.author_id
    WHERE thread.id = ${threadId}::uuid AND author.domain IS NOT NULL`);
  return rows.length > 0;
}
