import type { Database, Transaction } from '@skein/db';
import { dateOfId, newId } from '../../../platform/ids.ts';

/** Who the user is at a provider. */
export interface IdentityKey {
  issuer: string;
  subject: string;
}

export type IdentitiesRepository = ReturnType<typeof createIdentitiesRepository>;

export function createIdentitiesRepository(database: Database) {
  return {
    list: (userId: string) =>
      database.identity.findMany({
        where: { userId },
        select: { id: true, issuer: true, createdAt: true, lastUsedAt: true },
        orderBy: { id: 'asc' },
      }),

    find: ({ issuer, subject }: IdentityKey, tx: Transaction = database) =>
      tx.identity.findFirst({
        where: { issuer, subject },
        select: { id: true, userId: true },
      }),

    /** False if it is linked to an account already, or the account to another identity of the provider. */
    async insert(tx: Transaction, userId: string, { issuer, subject }: IdentityKey) {
      const id = newId();
      const { count } = await tx.identity.createMany({
        data: [{ id, createdAt: dateOfId(id), userId, issuer, subject }],
        skipDuplicates: true,
      });
      return count === 1;
    },

    /** False if it was unlinked meanwhile. */
    async recordUse(tx: Transaction, id: string, now: Date): Promise<boolean> {
      const { count } = await tx.identity.updateMany({
        where: { id },
        data: { lastUsedAt: now },
      });
      return count === 1;
    },

    /** False if the user has no such identity. */
    async remove(id: string, userId: string): Promise<boolean> {
      const { count } = await database.identity.deleteMany({ where: { id, userId } });
      return count === 1;
    },
  };
}
