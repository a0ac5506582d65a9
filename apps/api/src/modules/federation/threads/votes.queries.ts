import { emojiMark } from '@skein/contracts/text';
import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';

const { sql } = Prisma;

/** An option of a poll of another server that a local user has chosen. */
export async function findChosenOption(
  tx: Transaction,
  { actorId, threadId, optionId }: { actorId: string; threadId: string; optionId: string },
): Promise<{ text: string; pollUri: string } | null> {
  const [row] = await tx.query<{ text: string; pollUri: string }>(sql`
    SELECT replace(option.text, ${emojiMark}, '') AS text, object.uri AS "pollUri"
    FROM remote_objects object JOIN polls poll ON poll.thread_id = object.thread_id
      JOIN poll_votes vote ON vote.poll_id = poll.id AND vote.user_id = ${actorId}::uuid
      JOIN poll_options option ON option.id = vote.option_id
    WHERE object.thread_id = ${threadId}::uuid AND option.id = ${optionId}::uuid`);
  return row ?? null;
}
