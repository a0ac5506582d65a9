import type { StrikeAction } from '@skein/contracts/administration';
import type { Transaction } from '@skein/db';
import { markLifted, notifyOfModeration } from './strikes.repository.ts';

/** Marks all strikes of an account with this action as lifted, and notifies its user. */
export async function liftStrikes(
  tx: Transaction,
  { userId, action }: { userId: string; action: StrikeAction },
  now: Date,
): Promise<void> {
  await markLifted(tx, { userId, action }, now);
  await notifyOfModeration(tx, userId);
}
