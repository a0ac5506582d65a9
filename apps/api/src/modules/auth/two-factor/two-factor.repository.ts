import { Prisma } from '@skein/db';
import type { Database, Transaction } from '@skein/db';

const { sql } = Prisma;

export function findTotpSecret(database: Database | Transaction, userId: string) {
  return database.totpSecret.findFirst({
    where: { userId },
    select: { encryptedSecret: true, createdAt: true, confirmedAt: true },
  });
}

/** Inserts or replaces an unconfirmed secret. False if one is confirmed. */
export async function insertTotpSecret(
  database: Database,
  userId: string,
  { encryptedSecret, createdAt }: { encryptedSecret: Uint8Array; createdAt: Date },
): Promise<boolean> {
  const count = await database.execute(sql`
    INSERT INTO totp_secrets (user_id, encrypted_secret, created_at)
    VALUES (${userId}::uuid, ${encryptedSecret}, ${createdAt})
    ON CONFLICT (user_id) DO UPDATE SET encrypted_secret = excluded.encrypted_secret,
      created_at = excluded.created_at, last_step = 0
    WHERE totp_secrets.confirmed_at IS NULL`);
  return count === 1;
}

/** False if it was confirmed or replaced before. */
export async function confirmTotpSecret(
  tx: Transaction,
  userId: string,
  { createdAt, confirmedAt, step }: { createdAt: Date; confirmedAt: Date; step: number },
): Promise<boolean> {
  const { count } = await tx.totpSecret.updateMany({
    where: { userId, createdAt, confirmedAt: null },
    data: { confirmedAt, lastStep: step },
  });
  return count === 1;
}

/** Uses the code of a step. False if it or a later one was used, so each code works once. */
export async function consumeTotpStep(
  tx: Transaction,
  userId: string,
  step: number,
): Promise<boolean> {
  const { count } = await tx.totpSecret.updateMany({
    where: { userId, confirmedAt: { not: null }, lastStep: { lt: step } },
    data: { lastStep: step },
  });
  return count === 1;
}

/**
 * Removes the secret, all recovery codes and the marks of sessions. False if sign-in asked for no
 * code.
 */
export async function removeTwoFactor(tx: Transaction, userId: string): Promise<boolean> {
  await tx.recoveryCode.deleteMany({ where: { userId } });
  const removed = await tx.totpSecret.deleteMany({ where: { userId } });
  if (removed.count === 0) return false;
  await tx.session.updateMany({
    where: { userId, isTwoFactor: true },
    data: { isTwoFactor: false },
  });
  return true;
}

/** Whether the user proved a second factor in this session. */
export async function isTwoFactorSession(database: Database, sessionId: string): Promise<boolean> {
  const session = await database.session.findFirst({
    where: { id: sessionId },
    select: { isTwoFactor: true },
  });
  return session?.isTwoFactor === true;
}

/** Records that the user proved a second factor in this session. */
export async function markTwoFactorSession(tx: Transaction, sessionId: string): Promise<void> {
  await tx.session.updateMany({ where: { id: sessionId }, data: { isTwoFactor: true } });
}

export function countRecoveryCodes(database: Database, userId: string): Promise<number> {
  return database.recoveryCode.count({ where: { userId } });
}

/** Uses a recovery code. False if there is none with this hash. */
export async function consumeRecoveryCode(
  tx: Transaction,
  userId: string,
  codeHash: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const { count } = await tx.recoveryCode.deleteMany({ where: { userId, codeHash } });
  return count === 1;
}

export async function storeRecoveryCodes(
  tx: Transaction,
  userId: string,
  codeHashes: readonly Uint8Array<ArrayBuffer>[],
): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codeHashes.map((codeHash) => ({ userId, codeHash })),
  });
}
