import type { PollInput } from '@skein/contracts/threads';
import { Prisma } from '@skein/db';
import type { Transaction } from '@skein/db';
import { newId } from '../../../platform/ids.ts';
import { lockAccounts } from '../../users/index.ts';
import type { NewThread } from '../threads.repository.ts';

const { sql } = Prisma;

/**
 * Locks what the statements of a chain lock one after the other, in the lock order: users (the
 * author first, as for a single thread), then hashtags by name. The threads of a chain are new, so nobody else locks them.
 */
export async function lockForChain(
  tx: Transaction,
  authorId: string,
  threads: readonly NewThread[],
): Promise<void> {
  const mentions = [...new Set(threads.flatMap((thread) => thread.mentions))];
  await lockAccounts(tx, [authorId]);
  await tx.query(sql`
    SELECT id FROM users WHERE username = ANY (${mentions}::text[]) ORDER BY id FOR KEY SHARE`);
  const tags = [...new Set(threads.flatMap((thread) => thread.hashtags))];
  if (tags.length === 0) return;
  const ids = tags.map(() => newId());
  // DO UPDATE locks a hashtag that exists. The statements of the threads count their uses.
  await tx.execute(sql`
    INSERT INTO hashtags AS known (id, tag, threads_count)
    SELECT used.id, used.tag, 0 FROM unnest(${ids}::uuid[], ${tags}::text[]) AS used (id, tag)
    ORDER BY used.tag COLLATE "C"
    ON CONFLICT (tag) DO UPDATE SET threads_count = known.threads_count`);
}

export async function insertPoll(
  tx: Transaction,
  threadId: string,
  { question, multiple, options }: PollInput,
  expiresAt: Date,
): Promise<void> {
  const id = newId();
  await tx.poll.create({ data: { id, threadId, question, multiple, expiresAt } });
  await tx.pollOption.createMany({
    data: options.map((text, position) => ({ id: newId(), pollId: id, position, text })),
  });
}
