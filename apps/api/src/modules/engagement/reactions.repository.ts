import type { ReactionType } from '@skein/contracts/threads';
import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';
import { takeBackFromAuthor, tellAuthor } from '../../events/acts.queries.ts';
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

/** Writes what `findReactions` gave, changed. */
export async function storeReactions(
  tx: Transaction,
  { viewerId: userId, threadId }: OwnReaction,
  { mine, counts }: Reacted,
): Promise<void> {
  await tx.reaction.deleteMany({ where: { userId, threadId } });
  if (mine !== null) await tx.reaction.create({ data: { userId, threadId, type: mine } });
  await tx.thread.update({
    where: { id: threadId },
    data: { reactionCounts: counts },
    select: { id: true },
  });
}

/** Tells the author that there is a reaction, or no more; one that replaces another tells nothing. */
export async function tellOfReaction(
  tx: Transaction,
  { viewerId: actorId, threadId }: OwnReaction,
  isThere: boolean,
): Promise<string[]> {
  const from = sql`(SELECT id, author_id FROM threads WHERE id = ${threadId}::uuid) thread`;
  const act = { type: 'reaction', actorId, from } as const;
  const rows = await tx.$queryRaw<{ recipient_id: string }[]>(
    isThere ? tellAuthor(act) : takeBackFromAuthor(act),
  );
  return rows.map((row) => row.recipient_id);
}
