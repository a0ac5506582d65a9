import type { PollInput } from '@skein/contracts/threads';
import type { Transaction } from '@skein/db';
import { newId } from '../../../platform/ids.ts';

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
