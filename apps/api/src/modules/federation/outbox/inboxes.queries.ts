import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';
import { canSee, isActive, isServerBlocked } from '../../../domain/visibility.queries.ts';

const { sql } = Prisma;

/** The inboxes that get an activity: one for each server, if it has a shared one. */

/** The inboxes of all known servers. */
export async function listInboxes(
  tx: Transaction,
  { includesSuspended = false } = {},
): Promise<string[]> {
  const rows = await tx.query<{ inbox: string }>(sql`
    SELECT DISTINCT coalesce(remote.shared_inbox, remote.inbox) AS inbox
    FROM remote_actors remote JOIN users account ON account.id = remote.user_id
    WHERE ${includesSuspended}::boolean OR ${isActive(sql`account`)} ORDER BY inbox`);
  return rows.map(({ inbox }) => inbox);
}

/**
 * The inboxes of the followers and of further recipients who may see a thread.
 * @param recipientId Returns the inbox of this recipient only
 */
export async function listThreadInboxes(
  tx: Transaction,
  { id, authorId }: { id: string; authorId: string },
  recipientId: string | null = null,
): Promise<string[]> {
  const rows = await tx.query<{ inbox: string }>(sql`
    SELECT DISTINCT coalesce(remote.shared_inbox, remote.inbox) AS inbox
    FROM threads thread JOIN users author ON author.id = thread.author_id, (
      SELECT follower_id AS id FROM follows WHERE followee_id = ${authorId}::uuid
      UNION SELECT user_id FROM thread_mentions WHERE thread_id = ${id}::uuid
      UNION SELECT quoted.author_id FROM quote_approvals approval
        JOIN threads quoted ON quoted.id = approval.quoted_id WHERE approval.thread_id = ${id}::uuid
      UNION SELECT parent.author_id FROM threads reply JOIN threads parent ON parent.id = reply.parent_id
        WHERE reply.id = ${id}::uuid
      UNION SELECT ballot.user_id FROM polls poll JOIN poll_ballots ballot ON ballot.poll_id = poll.id
        WHERE poll.thread_id = ${id}::uuid
      UNION SELECT user_id FROM reposts WHERE thread_id = ${id}::uuid
    ) recipient JOIN remote_actors remote ON remote.user_id = recipient.id
      JOIN users account ON account.id = recipient.id AND ${isActive(sql`account`)}
    WHERE thread.id = ${id}::uuid AND recipient.id = coalesce(${recipientId}::uuid, recipient.id)
      AND NOT ${isServerBlocked(sql`author.id`, sql`account`)}
      AND ${canSee(sql`recipient.id`, { thread: sql`thread`, author: sql`author` })}
    ORDER BY inbox`);
  return rows.map(({ inbox }) => inbox);
}

/** The inboxes of the followers and of further recipients. */
export async function listFollowerInboxes(
  tx: Transaction,
  authorId: string,
  recipientIds: readonly string[],
  { includesSuspended = false, includesFollowers = true } = {},
): Promise<string[]> {
  const rows = await tx.query<{ inbox: string }>(sql`
    SELECT DISTINCT coalesce(remote.shared_inbox, remote.inbox) AS inbox
    FROM remote_actors remote JOIN users account ON account.id = remote.user_id
    WHERE (${includesSuspended}::boolean OR ${isActive(sql`account`)})
      AND (remote.user_id = ANY (${recipientIds}::uuid[])
        OR ${includesFollowers}::boolean AND remote.user_id IN (
          SELECT follower_id FROM follows WHERE followee_id = ${authorId}::uuid))
    ORDER BY inbox`);
  return rows.map(({ inbox }) => inbox);
}
