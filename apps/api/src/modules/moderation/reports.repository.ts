import type { ReportReason, ReportTargetType } from '@skein/contracts/moderation';
import type { Database } from '@skein/db';
import { newId } from '../../shared/ids.ts';

export interface NewReport {
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
    /** Adds nothing while the reporter has an open report of the same thing. */
    async insertUnlessOpen({ reporterId, targetType, targetId, ...rest }: NewReport) {
      await database.$transaction(async (tx) => {
        // One person's reports come one after the other, so that two at once are not both the first.
        await tx.$queryRaw`SELECT id FROM users WHERE id = ${reporterId}::uuid FOR NO KEY UPDATE`;
        const same = { reporterId, targetType, targetId };
        const open = await tx.report.findFirst({
          where: { ...same, status: 'open' },
          select: { id: true },
        });
        if (open === null) await tx.report.create({ data: { id: newId(), ...same, ...rest } });
      });
    },
  };
}
