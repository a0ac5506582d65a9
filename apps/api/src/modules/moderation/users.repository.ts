import type { Database } from '@skein/db';
import { recordAction } from './audit.repository.ts';
import type { AuditedAction } from './audit.repository.ts';
import { resolveUserReports } from './reports.queries.ts';

export interface Account {
  id: string;
  email: string;
  emailProvenAt: Date | null;
  role: 'member' | 'admin';
  isVerified: boolean;
  suspendedAt: Date | null;
}

export type UsersRepository = ReturnType<typeof createUsersRepository>;

export function createUsersRepository(database: Database) {
  return {
    findAccount: (id: string): Promise<Account | null> =>
      database.user.findFirst({
        where: { id, deletedAt: null, pendingRegistration: null },
        select: {
          id: true,
          email: true,
          emailProvenAt: true,
          role: true,
          isVerified: true,
          suspendedAt: true,
        },
      }),

    /** Recorded only if it changed anything, so of two concurrent calls only once. */
    setVerified: (id: string, isVerified: boolean, action: AuditedAction): Promise<void> =>
      database.$transaction(async (tx) => {
        const { count } = await tx.user.updateMany({
          where: { id, isVerified: !isVerified },
          data: { isVerified },
        });
        if (count > 0) await recordAction(tx, action);
      }),

    /** Also resolves the open reports about the user. */
    suspend: (id: string, action: AuditedAction, at: Date): Promise<void> =>
      database.$transaction(async (tx) => {
        const { count } = await tx.user.updateMany({
          where: { id, suspendedAt: null },
          data: { suspendedAt: at },
        });
        if (count > 0) await recordAction(tx, action);
        await resolveUserReports(tx, id, { resolverId: action.actorId, at });
      }),

    unsuspend: (id: string, action: AuditedAction): Promise<void> =>
      database.$transaction(async (tx) => {
        const { count } = await tx.user.updateMany({
          where: { id, suspendedAt: { not: null } },
          data: { suspendedAt: null },
        });
        if (count > 0) await recordAction(tx, action);
      }),
  };
}
