import type { Database, Transaction } from '@skein/db';
import { newId } from '../../../platform/ids.ts';

export interface EmailVerification {
  userId: string;
  email: string;
}

interface NewEmailVerification extends EmailVerification {
  tokenHash: Buffer;
  createdAt: Date;
  expiresAt: Date;
}

/** Returns false if an attempt of the same request has inserted it. */
export async function insertEmailVerification(
  database: Database,
  { tokenHash, ...verification }: NewEmailVerification,
  id = newId(),
): Promise<boolean> {
  const { count } = await database.emailVerification.createMany({
    data: [{ id, tokenHash: Uint8Array.from(tokenHash), ...verification }],
    skipDuplicates: true,
  });
  return count > 0;
}

/** Deletes the expired tokens of all users. */
export async function deleteExpiredVerifications(database: Database, now: Date): Promise<void> {
  await database.emailVerification.deleteMany({ where: { expiresAt: { lte: now } } });
}

export function findEmailVerification(
  database: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<EmailVerification | null> {
  return database.emailVerification.findFirst({
    where: { tokenHash: Uint8Array.from(tokenHash), expiresAt: { gt: now } },
    select: { userId: true, email: true },
  });
}

/** One of several concurrent calls succeeds. The account must be locked by `lockAccounts`. */
export async function consumeEmailVerification(
  tx: Transaction,
  tokenHash: Buffer,
): Promise<boolean> {
  const { count } = await tx.emailVerification.deleteMany({
    where: { tokenHash: Uint8Array.from(tokenHash) },
  });
  return count === 1;
}

export async function deleteEmailVerifications(tx: Transaction, userId: string): Promise<void> {
  await tx.emailVerification.deleteMany({ where: { userId } });
}
