import type { Database, Prisma, Transaction } from '@skein/db';
import { newId } from '../../../platform/ids.ts';

/** What the commands want to know of an account. */
export interface Account {
  id: string;
  username: string;
  email: string;
  role: 'member' | 'admin';
  isVerified: boolean;
  suspendedAt: Date | null;
}

/** Something done from the command line, which nobody is signed in to. */
export interface Act {
  action: string;
  targetId?: string;
  details?: Prisma.InputJsonObject;
}

export type AdminRepository = ReturnType<typeof createAdminRepository>;

export function createAdminRepository(database: Database) {
  return {
    transaction: <Result>(work: (tx: Transaction) => Promise<Result>) =>
      database.$transaction(work),

    /** By username or e-mail address, in any case of letters. Accounts that are being deleted are gone. */
    findAccount: (name: string): Promise<Account | null> => {
      const lower = name.replace(/^@/, '').toLowerCase();
      return database.user.findFirst({
        where: { deletedAt: null, OR: [{ username: lower }, { email: lower }] },
        select: {
          id: true,
          username: true,
          email: true,
          role: true,
          isVerified: true,
          suspendedAt: true,
        },
      });
    },

    listAccounts: (only: { isAdmin: boolean; isSuspended: boolean; limit: number }) =>
      database.user.findMany({
        where: {
          deletedAt: null,
          ...(only.isAdmin && { role: 'admin' }),
          ...(only.isSuspended && { suspendedAt: { not: null } }),
        },
        orderBy: { id: 'desc' },
        take: only.limit,
        select: {
          id: true,
          username: true,
          name: true,
          email: true,
          role: true,
          isVerified: true,
          isPrivate: true,
          suspendedAt: true,
          createdAt: true,
          threadsCount: true,
        },
      }),

    countThreads: (authorId: string): Promise<number> =>
      database.thread.count({ where: { authorId, deletedAt: null } }),

    /** Changes an account and notes it, both or neither. */
    change: (id: string, data: Prisma.UserUpdateInput, act: Act): Promise<void> =>
      database.$transaction(async (tx) => {
        await tx.user.update({ where: { id }, data, select: { id: true } });
        await note(tx, act);
      }),

    note: (act: Act, tx: Transaction = database): Promise<void> => note(tx, act),
  };
}

async function note(tx: Transaction, { action, targetId, details = {} }: Act): Promise<void> {
  await tx.auditEntry.create({
    data: {
      id: newId(),
      action,
      targetType: targetId === undefined ? null : 'user',
      targetId: targetId ?? null,
      details: { ...details, by: 'command line' },
    },
  });
}
