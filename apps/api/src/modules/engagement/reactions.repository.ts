import type { ReactionType } from '@skein/contracts/threads';
import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';
import {
  deleteAuthorNotification,
  notifyAuthor,
} from '../../domain/events/notification-writer.queries.ts';
import type { ReactionCounts } from './reactions.policy.ts';
import { lockedThread } from './locked-thread.queries.ts';

const { sql } = Prisma;

interface ReactionKey {
  viewerId: string;
  threadId: string;
}

interface ReactionResult {
  own: ReactionType | null;
  counts: ReactionCounts;
}

/** Locks a thread until the transaction ends; false when the viewer may not see it. */
export async function lockThread(tx: Transaction, key: ReactionKey): Promise<boolean> {
  const rows = await tx.query(
    sql`WITH ${lockedThread(key.viewerId, key.threadId)} SELECT id FROM thread`,
  );
  return rows.length > 0;
}

/** The reactions to a locked thread. Only a separate statement sees the changes that the lock waited for. */
export async function findReactions(
  tx: Transaction,
  { viewerId, threadId }: ReactionKey,
): Promise<ReactionResult> {
  const [row] = await tx.query<ReactionResult>(sql`
    SELECT t.reaction_counts AS counts, (SELECT type FROM reactions
      WHERE user_id = ${viewerId}::uuid AND thread_id = t.id) AS own
    FROM threads t WHERE t.id = ${threadId}::uuid`);
  return row ?? { own: null, counts: {} };
}

/**
 * Stores the viewer's reaction and the counts, and notifies the author of a first reaction or deletes
 * that notification. Replacing a reaction does not notify again.
 * @returns the recipients of changed notifications
 */
export async function storeReactions(
  tx: Transaction,
  { viewerId, threadId }: ReactionKey,
  { own, counts }: ReactionResult,
): Promise<string[]> {
  const [user, thread] = [sql`${viewerId}::uuid`, sql`${threadId}::uuid`];
  const from = sql`(SELECT id, author_id FROM threads WHERE id = ${thread}) thread`;
  const notificationType = { type: 'reaction', actorId: viewerId, from } as const;
  const stored =
    own === null
      ? sql`DELETE FROM reactions WHERE user_id = ${user} AND thread_id = ${thread}`
      : sql`INSERT INTO reactions (user_id, thread_id, type)
          VALUES (${user}, ${thread}, ${own}::reaction_type)
          ON CONFLICT (user_id, thread_id)
          DO UPDATE SET type = excluded.type, created_at = excluded.created_at`;
  const rows = await tx.query<{ recipient_id: string }>(sql`
    WITH stored AS (${stored}), counted AS (
      UPDATE threads SET reaction_counts = ${JSON.stringify(counts)}::jsonb WHERE id = ${thread}
    )
    ${own === null ? deleteAuthorNotification(notificationType) : notifyAuthor(notificationType)}`);
  return rows.map((row) => row.recipient_id);
}
