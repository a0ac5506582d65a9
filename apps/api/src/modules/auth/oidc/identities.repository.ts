import type { Database, Transaction } from '@skein/db';
import { dateOfId, newId } from '../../../platform/ids.ts';

/** Who the user is at a provider. */
export interface IdentityKey {
  issuer: string;
  subject: string;
}

export function selectIdentities(database: Database, userId: string) {
  return database.identity.findMany({
    where: { userId },
    select: { id: true, issuer: true, createdAt: true, lastUsedAt: true },
    orderBy: { id: 'asc' },
  });
}

export function findIdentity(database: Database | Transaction, { issuer, subject }: IdentityKey) {
  return database.identity.findFirst({
    where: { issuer, subject },
    select: { id: true, userId: true },
  });
}

/** False if it is linked to an account already, or the account to another identity of the provider. */
export async function insertIdentity(
  tx: Transaction,
  userId: string,
  { issuer, subject }: IdentityKey,
) {
  const id = newId();
  const { count } = await tx.identity.createMany({
    data: [{ id, createdAt: dateOfId(id), userId, issuer, subject }],
    skipDuplicates: true,
  });
  return count === 1;
}

/** False if it was unlinked meanwhile. */
export async function recordIdentityUse(tx: Transaction, id: string, now: Date): Promise<boolean> {
  const { count } = await tx.identity.updateMany({
    where: { id },
    data: { lastUsedAt: now },
  });
  return count === 1;
}

/** False if the user has no such identity. */
export async function deleteIdentity(
  database: Database,
  id: string,
  userId: string,
): Promise<boolean> {
  const { count } = await database.identity.deleteMany({ where: { id, userId } });
  return count === 1;
}
