import type { Database, Transaction } from '@skein/db';
import { newId } from '../../../platform/ids.ts';
import { activeUser } from '../../../domain/visibility.queries.ts';

export interface NewPasswordReset {
  userId: string;
  tokenHash: Buffer;
  createdAt: Date;
  expiresAt: Date;
}

export async function insertPasswordReset(
  database: Database | Transaction,
  { tokenHash, ...reset }: NewPasswordReset,
): Promise<void> {
  await database.passwordReset.create({
    data: { id: newId(), tokenHash: Uint8Array.from(tokenHash), ...reset },
  });
}

/** Whether the account has an unused token that has not expired, and was created at a time or later. */
export async function hasValidPasswordReset(
  tx: Transaction,
  userId: string,
  { now, since }: { now: Date; since: Date },
): Promise<boolean> {
  const where = { userId, usedAt: null, expiresAt: { gt: now }, createdAt: { gte: since } };
  return (await tx.passwordReset.count({ where })) > 0;
}

/** Deletes the expired tokens of all users. */
export async function deleteExpiredPasswordResets(database: Database, now: Date): Promise<void> {
  await database.passwordReset.deleteMany({ where: { expiresAt: { lte: now } } });
}

/** The owner of a valid token, else null. */
export async function findResetOwner(
  database: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<{ id: string; email: string } | null> {
  const reset = await database.passwordReset.findFirst({
    where: {
      tokenHash: Uint8Array.from(tokenHash),
      usedAt: null,
      expiresAt: { gt: now },
      user: activeUser,
    },
    select: { user: { select: { id: true, email: true } } },
  });
  const { id, email } = reset?.user ?? {};
  return id === undefined || !email ? null : { id, email };
}

/**
 * Uses the token and invalidates all others of its owner. Of several concurrent calls one
 * succeeds.
 */
export async function consumePasswordReset(
  tx: Transaction,
  tokenHash: Buffer,
  now: Date,
): Promise<boolean> {
  const [used] = await tx.passwordReset.updateManyAndReturn({
    where: { tokenHash: Uint8Array.from(tokenHash), usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
    select: { userId: true },
  });
  if (used === undefined) return false;
  await invalidatePasswordResets(tx, used.userId, now);
  return true;
}

/** Invalidates all unused tokens of an account. Its row must be locked by `lockAccounts`. */
export async function invalidatePasswordResets(
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<void> {
  await tx.passwordReset.updateMany({ where: { userId, usedAt: null }, data: { usedAt: now } });
}

/** Removes all passkeys and identities of an account whose email address is not proven. */
export async function removeUnprovenCredentials(tx: Transaction, userId: string): Promise<void> {
  const where = { userId, user: { emailProvenAt: null } };
  await tx.passkey.deleteMany({ where });
  await tx.identity.deleteMany({ where });
}

/** Removes all means to sign in without the password, and second factors, that were added since a time. */
export async function deleteCredentialsSince(
  tx: Transaction,
  userId: string,
  since: Date,
): Promise<void> {
  const where = { userId, createdAt: { gte: since } };
  await tx.passkey.deleteMany({ where });
  await tx.identity.deleteMany({ where });
  const { count } = await tx.totpSecret.deleteMany({ where });
  if (count > 0) await tx.recoveryCode.deleteMany({ where: { userId } });
}
