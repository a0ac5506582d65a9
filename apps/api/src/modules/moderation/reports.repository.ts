import type { ReportReason, ReportTargetType } from '@skein/contracts/moderation';
import type { Database } from '@skein/db';
import { UnauthenticatedError } from '../../platform/errors.ts';
import { noteAct } from './audit.repository.ts';

export interface NewReport {
  id: string;
  reporterId: string;
  targetType: ReportTargetType;
  targetId: string;
  reason: ReportReason;
  note: string | null;
  createdAt: Date;
}

export type ReportsRepository = ReturnType<typeof createReportsRepository>;

export function createReportsRepository(database: Database) {
  return {
    /**
     * Adds nothing while the reporter has an open report of the same thing, or if the same request
     * added it before.
     * @throws UnauthenticatedError when the reporter's account has just gone
     */
    async insertUnlessOpen({ id, reporterId, targetType, targetId, ...rest }: NewReport) {
      await database.$transaction(async (tx) => {
        // One person's reports come one after the other, so that two at once are not both the first.
        const [reporter] = await tx.$queryRaw<{ id: string }[]>`
          SELECT id FROM users WHERE id = ${reporterId}::uuid FOR NO KEY UPDATE`;
        if (reporter === undefined) throw new UnauthenticatedError();
        const same = { reporterId, targetType, targetId };
        const open = await tx.report.findFirst({
          where: { OR: [{ id }, { ...same, status: 'open' }] },
          select: { id: true },
        });
        if (open === null) await tx.report.create({ data: { id, ...same, ...rest } });
      });
    },

    isCreated: async (id: string): Promise<boolean> =>
      (await database.report.count({ where: { id } })) > 0,

    /** What the report is afterwards; null where there is none. Only an open one changes. */
    dismiss: (id: string, { resolverId, at }: { resolverId: string; at: Date }) =>
      database.$transaction(async (tx): Promise<'resolved' | 'dismissed' | null> => {
        const { count } = await tx.report.updateMany({
          where: { id, status: 'open' },
          data: { status: 'dismissed', resolverId, resolvedAt: at },
        });
        if (count === 0) {
          const decided = await tx.report.findUnique({ where: { id }, select: { status: true } });
          return decided === null || decided.status === 'open' ? null : decided.status;
        }
        const target = { targetType: 'report', targetId: id } as const;
        await noteAct(tx, { actorId: resolverId, action: 'dismiss', ...target, at });
        return 'dismissed';
      }),
  };
}
