import type { AuditAction } from '@skein/contracts/constants';
import type { Database, Prisma, Transaction } from '@skein/db';
import { dateOfId, newId } from '../../../platform/ids.ts';

/** The properties of an account that the commands need. */
export interface Account {
  id: string;
  username: string;
  email: string;
  role: 'member' | 'admin';
  isVerified: boolean;
  suspendedAt: Date | null;
  /** Null unless the account waits for approval. */
  pendingRegistration: object | null;
}

/** An action from the command line, which has no signed-in actor. */
export interface AdminAction {
  action: AuditAction;
  targetId?: string;
  details?: Prisma.InputJsonObject;
}

export type AdminRepository = ReturnType<typeof createAdminRepository>;

export function createAdminRepository(database: Database) {
  return {
    transaction: <Result>(work: (tx: Transaction) => Promise<Result>) =>
      database.$transaction(work),

    /** Finds an account by username or email address, ignoring case. */
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
          pendingRegistration: { select: { userId: true } },
        },
      });
    },

    listAccounts: (only: { isAdmin: boolean; isSuspended: boolean; limit: number }) =>
      database.user.findMany({
        where: {
          deletedAt: null,
          ...(only.isAdmin && { role: 'admin' }),
          ...(only.isSuspended && { suspendedAt: { not: null }, pendingRegistration: null }),
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

    /** Changes an account and adds an audit log entry in one transaction. */
    change: (id: string, data: Prisma.UserUpdateInput, adminAction: AdminAction): Promise<void> =>
      database.$transaction(async (tx) => {
        await tx.user.update({ where: { id }, data, select: { id: true } });
        await recordAction(tx, adminAction);
      }),

    recordAction: (adminAction: AdminAction, tx: Transaction = database): Promise<void> =>
      recordAction(tx, adminAction),
  };
}

async function recordAction(
  tx: Transaction,
  { action, targetId, details = {} }: AdminAction,
): Promise<void> {
  const id = newId();
  await tx.auditEntry.create({
    data: {
      id,
      createdAt: dateOfId(id),
      action,
      targetType: targetId === undefined ? null : 'user',
      targetId: targetId ?? null,
      details: { ...details, by: 'command line' },
    },
  });
}
