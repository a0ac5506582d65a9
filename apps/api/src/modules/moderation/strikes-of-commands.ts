import type { StrikeAction } from '@skein/contracts/administration';
import type { Transaction } from '@skein/db';
import { insertStrike, markLifted, notifyOfModeration } from './strikes.repository.ts';

/** Adds a strike for an action on the command line, which has changed the state of the account. */
export async function addStrike(
  tx: Transaction,
  { userId, action, text }: { userId: string; action: StrikeAction; text: string | null },
): Promise<void> {
  const ofNobody = { moderatorId: null, rules: [], thread: null, endsAt: null };
  await insertStrike(tx, { ...ofNobody, userId, action, text });
}

/** Marks all strikes of an account with this action as lifted, and notifies its user. */
export async function liftStrikes(
  tx: Transaction,
  { userId, action }: { userId: string; action: StrikeAction },
  now: Date,
): Promise<void> {
  await markLifted(tx, { userId, action }, now);
  await notifyOfModeration(tx, userId);
}
