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

export type PasskeysRepository = ReturnType<typeof createPasskeysRepository>;

export interface PasskeyRow {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export function createPasskeysRepository(database: Database) {
  return {
    ...createUsedChallenges(database),

    list: (userId: string, limit: number) =>
      database.passkey.findMany({
        where: { userId },
        select: listedColumns,
        orderBy: { id: 'asc' },
        take: limit,
      }),

    listCredentialIds: async (userId: string): Promise<Uint8Array[]> => {
      const rows = await database.passkey.findMany({
        where: { userId },
        select: { credentialId: true },
      });
      return rows.map(({ credentialId }) => credentialId);
    },

    count: (tx: Transaction, userId: string): Promise<number> =>
      tx.passkey.count({ where: { userId } }),

    /** Null if the credential is registered already. */
    async insert(tx: Transaction, userId: string, passkey: NewPasskey): Promise<PasskeyRow | null> {
      const id = newId();
      const [row] = await tx.passkey.createManyAndReturn({
        data: [{ id, createdAt: dateOfId(id), userId, ...passkey }],
        skipDuplicates: true,
        select: listedColumns,
      });
      return row ?? null;
    },

    findByCredentialId: (credentialId: Uint8Array<ArrayBuffer>) =>
      database.passkey.findFirst({
        where: { credentialId },
        select: { id: true, userId: true, publicKey: true, counter: true, transports: true },
      }),

    /** False if it was used or removed meanwhile. */
    async recordUse(
      tx: Transaction,
      id: string,
      { before, counter, usedAt }: { before: bigint; counter: number; usedAt: Date },
    ): Promise<boolean> {
      const { count } = await tx.passkey.updateMany({
        where: { id, counter: before },
        data: { counter, lastUsedAt: usedAt },
      });
      return count === 1;
    },

    /** Null if the user has no such passkey. */
    async rename(id: string, userId: string, name: string): Promise<PasskeyRow | null> {
      const [row] = await database.passkey.updateManyAndReturn({
        where: { id, userId },
        data: { name },
        select: listedColumns,
      });
      return row ?? null;
    },

    /** False if the user has no such passkey. */
    async remove(id: string, userId: string): Promise<boolean> {
      const { count } = await database.passkey.deleteMany({ where: { id, userId } });
      return count === 1;
    },
  };
}

function createUsedChallenges(database: Database) {
  return {
    /** False if the challenge was used before. */
    async useChallenge(
      tx: Transaction,
      { hash, expiresAt }: { hash: Uint8Array<ArrayBuffer>; expiresAt: Date },
    ): Promise<boolean> {
      const { count } = await tx.usedChallenge.createMany({
        data: [{ challengeHash: hash, expiresAt }],
        skipDuplicates: true,
      });
      return count === 1;
    },

    async deleteExpiredChallenges(now: Date): Promise<number> {
      const { count } = await database.usedChallenge.deleteMany({
        where: { expiresAt: { lt: now } },
      });
      return count;
    },
  };
}
