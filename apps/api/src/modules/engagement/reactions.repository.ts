import type { ReactionType } from '@skein/contracts/threads';
import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';
import {
  deleteAuthorNotification,
  notifyAuthor,
} from '../../platform/events/notification-writer.queries.ts';
import type { ReactionCounts } from './reactions.policy.ts';
import { takeThread } from './take-thread.queries.ts';

const { sql } = Prisma;

interface OwnReaction {
  viewerId: string;
  threadId: string;
}

interface Reacted {
  mine: ReactionType | null;
  counts: ReactionCounts;
}

/** Keeps everybody else from a thread until the transaction ends; false where there is no thread. */
export async function lockThread(tx: Transaction, own: OwnReaction): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>(
    sql`WITH ${takeThread(own.viewerId, own.threadId)} SELECT id FROM thread`,
  );
  return rows.length > 0;
}

/** The reactions to a locked thread. A statement of its own: only that sees what the lock waited for. */
export async function findReactions(
  tx: Transaction,
  { viewerId, threadId }: OwnReaction,
): Promise<Reacted> {
  const [row] = await tx.$queryRaw<Reacted[]>(sql`
    SELECT t.reaction_counts AS counts, (SELECT type FROM reactions
      WHERE user_id = ${viewerId}::uuid AND thread_id = t.id) AS mine
    FROM threads t WHERE t.id = ${threadId}::uuid`);
  return row ?? { mine: null, counts: {} };
}

/**
 * Writes what `findReactions` gave, changed, and tells the author that there is a reaction or no more;
 * one in the place of another tells nothing.
 * @returns for whom something to be told of has changed
 */
export async function storeReactions(
  tx: Transaction,
  { viewerId, threadId }: OwnReaction,
  { mine, counts }: Reacted,
): Promise<string[]> {
  const [user, thread] = [sql`${viewerId}::uuid`, sql`${threadId}::uuid`];
  const from = sql`(SELECT id, author_id FROM threads WHERE id = ${thread}) thread`;
  const act = { type: 'reaction', actorId: viewerId, from } as const;
  const stored =
    mine === null
      ? sql`DELETE FROM reactions WHERE user_id = ${user} AND thread_id = ${thread}`
      : sql`INSERT INTO reactions (user_id, thread_id, type)
          VALUES (${user}, ${thread}, ${mine}::reaction_type)
          ON CONFLICT (user_id, thread_id)
          DO UPDATE SET type = excluded.type, created_at = excluded.created_at`;
  const rows = await tx.$queryRaw<{ recipient_id: string }[]>`
    WITH stored AS (${stored}), counted AS (
      UPDATE threads SET reaction_counts = ${JSON.stringify(counts)}::jsonb WHERE id = ${thread}
    )
    ${mine === null ? deleteAuthorNotification(act) : notifyAuthor(act)}`;
  return rows.map((row) => row.recipient_id);
}
