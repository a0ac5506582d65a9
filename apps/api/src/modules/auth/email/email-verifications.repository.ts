import type { Database, Transaction } from '@skein/db';
import { newId } from '../../../platform/ids.ts';

export type EmailVerificationKind = 'verify' | 'change' | 'restore';

export interface EmailVerification {
  userId: string;
  kind: EmailVerificationKind;
  email: string;
  createdAt: Date;
}

interface NewEmailVerification extends EmailVerification {
  tokenHash: Buffer;
  expiresAt: Date;
}

/** Returns false if an attempt of the same request has inserted it. */
export async function insertEmailVerification(
  database: Database | Transaction,
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
    select: { userId: true, kind: true, email: true, createdAt: true },
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

/** The address that replaces the one of the account once its link is opened; null if there is none. */
export async function findPendingEmail(
  database: Database,
  userId: string,
  now: Date,
): Promise<string | null> {
  const change = await database.emailVerification.findFirst({
    where: { userId, kind: 'change', expiresAt: { gt: now } },
    select: { email: true },
  });
  return change?.email ?? null;
}

/** Deletes the links to addresses of an account, except those that restore a former one. */
export async function deleteEmailVerifications(tx: Transaction, userId: string): Promise<void> {
  await tx.emailVerification.deleteMany({ where: { userId, kind: { not: 'restore' } } });
}

/**
 * Deletes the links that restore an address, except those that were created earlier: whoever has the
 * account and changes its address once more must not end the links of the owners before.
 */
export async function deleteLaterRestoreLinks(
  tx: Transaction,
  userId: string,
  since: Date,
): Promise<void> {
  const where = { userId, kind: 'restore', createdAt: { gte: since } } as const;
  await tx.emailVerification.deleteMany({ where });
}
