import type { Database, Transaction } from '@skein/db';
import { dateOfId, newId } from '../../../platform/ids.ts';

export interface NewPasskey {
  credentialId: Uint8Array<ArrayBuffer>;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
  name: string;
}

const listedColumns = { id: true, name: true, createdAt: true, lastUsedAt: true } as const;

export interface PasskeyRow {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export function selectPasskeys(database: Database, userId: string, limit: number) {
  return database.passkey.findMany({
    where: { userId },
    select: listedColumns,
    orderBy: { id: 'asc' },
    take: limit,
  });
}

export async function selectCredentialIds(
  database: Database,
  userId: string,
): Promise<Uint8Array[]> {
  const rows = await database.passkey.findMany({
    where: { userId },
    select: { credentialId: true },
  });
  return rows.map(({ credentialId }) => credentialId);
}

export function countPasskeys(tx: Transaction, userId: string): Promise<number> {
  return tx.passkey.count({ where: { userId } });
}

/** Null if the credential is registered already. */
export async function insertPasskey(
  tx: Transaction,
  userId: string,
  passkey: NewPasskey,
): Promise<PasskeyRow | null> {
  const id = newId();
  const [row] = await tx.passkey.createManyAndReturn({
    data: [{ id, createdAt: dateOfId(id), userId, ...passkey }],
    skipDuplicates: true,
    select: listedColumns,
  });
  return row ?? null;
}

export function findPasskey(database: Database, credentialId: Uint8Array<ArrayBuffer>) {
  return database.passkey.findFirst({
    where: { credentialId },
    select: { id: true, userId: true, publicKey: true, counter: true, transports: true },
  });
}

/** False if it was used or removed meanwhile. */
export async function recordPasskeyUse(
  tx: Transaction,
  id: string,
  { before, counter, usedAt }: { before: bigint; counter: number; usedAt: Date },
): Promise<boolean> {
  const { count } = await tx.passkey.updateMany({
    where: { id, counter: before },
    data: { counter, lastUsedAt: usedAt },
  });
  return count === 1;
}

/** Null if the user has no such passkey. */
export async function updatePasskeyName(
  database: Database,
  id: string,
  userId: string,
  name: string,
): Promise<PasskeyRow | null> {
  const [row] = await database.passkey.updateManyAndReturn({
    where: { id, userId },
    data: { name },
    select: listedColumns,
  });
  return row ?? null;
}

/** False if the user has no such passkey. */
export async function deletePasskey(
  database: Database,
  id: string,
  userId: string,
): Promise<boolean> {
  const { count } = await database.passkey.deleteMany({ where: { id, userId } });
  return count === 1;
}

/** False if the challenge was used before. */
export async function consumeChallenge(
  tx: Transaction,
  { hash, expiresAt }: { hash: Uint8Array<ArrayBuffer>; expiresAt: Date },
): Promise<boolean> {
  const { count } = await tx.usedChallenge.createMany({
    data: [{ challengeHash: hash, expiresAt }],
    skipDuplicates: true,
  });
  return count === 1;
}

export async function deleteExpiredChallenges(database: Database, now: Date): Promise<number> {
  const { count } = await database.usedChallenge.deleteMany({
    where: { expiresAt: { lt: now } },
  });
  return count;
}
