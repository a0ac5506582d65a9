import type { Database } from '@skein/db';
import { noteAct } from './audit.repository.ts';
import type { AdminAct } from './audit.repository.ts';
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
        where: { id, deletedAt: null },
        select: {
          id: true,
          email: true,
          emailProvenAt: true,
          role: true,
          isVerified: true,
          suspendedAt: true,
        },
      }),

    /** Notes it only if it changed anything, of two at once for one of them. */
    setVerified: (id: string, isVerified: boolean, act: AdminAct): Promise<void> =>
      database.$transaction(async (tx) => {
        const { count } = await tx.user.updateMany({
          where: { id, isVerified: !isVerified },
          data: { isVerified },
        });
        if (count > 0) await noteAct(tx, act);
      }),

    /** With it open reports about the person are done with. */
    suspend: (id: string, act: AdminAct): Promise<void> =>
      database.$transaction(async (tx) => {
        const { count } = await tx.user.updateMany({
          where: { id, suspendedAt: null },
          data: { suspendedAt: act.at },
        });
        if (count > 0) await noteAct(tx, act);
        await resolveUserReports(tx, id, { resolverId: act.actorId, at: act.at });
      }),

    unsuspend: (id: string, act: AdminAct): Promise<void> =>
      database.$transaction(async (tx) => {
        const { count } = await tx.user.updateMany({
          where: { id, suspendedAt: { not: null } },
          data: { suspendedAt: null },
        });
        if (count > 0) await noteAct(tx, act);
      }),
  };
}
