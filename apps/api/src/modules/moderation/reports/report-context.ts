import type { ReportContextItem } from '@skein/contracts/moderation';
import type { Database } from '@skein/db';
import type { Actor } from '../../../platform/viewer.ts';
import { recordAction } from '../audit/audit.repository.ts';
import { readContext } from './report-context.queries.ts';
import { lockReport } from './reports.queries.ts';

/**
 * The content around that of a report, which the viewer may read. Reading threads that are not public
 * is recorded once for each moderator and report.
 */
export async function getReportContext(
  database: Database,
  viewer: Actor,
  reportId: string,
): Promise<{ items: ReportContextItem[] }> {
  const report = await database.report.findFirst({
    where: { id: reportId },
    select: { targetType: true, targetId: true, messageIds: true },
  });
  if (report === null) return { items: [] };
  const items = await readContext(database, report);
  const hasPrivateThread = items.some(({ isPrivate }) => isPrivate);
  if (report.targetType === 'thread' && hasPrivateThread) {
    await recordReading(database, viewer.userId, reportId);
  }
  return { items };
}

async function recordReading(
  database: Database,
  actorId: string | null,
  reportId: string,
): Promise<void> {
  await database.$transaction(async (tx) => {
    // The second of two concurrent requests waits here and finds the entry.
    await lockReport(tx, reportId);
    const entry = { actorId, action: 'read_private_thread', targetId: reportId } as const;
    const where = { ...entry, targetType: 'report' };
    if ((await tx.auditEntry.findFirst({ where, select: { id: true } })) !== null) return;
    await recordAction(tx, { ...entry, targetType: 'report' });
  });
}
