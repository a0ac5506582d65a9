import type { ReportContextItem } from '@skein/contracts/moderation';
import type { Database } from '@skein/db';
import type { Actor } from '../../platform/viewer.ts';
import { recordAction } from './audit.repository.ts';
import { readContext } from './report-context.queries.ts';

/**
 * The content around that of a report, which the viewer may read. Reading threads that are not public
 * is recorded once for each moderator and report.
 */
export async function getReportContext(
  database: Database,
  viewer: Actor,
  reportId: string,
): Promise<{ items: ReportContextItem[] }> {
  const report = await database.report.findUnique({
    where: { id: reportId },
    select: { targetType: true, targetId: true },
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
    // Of two concurrent requests, the second waits and finds the entry.
    await tx.$queryRaw`SELECT id FROM reports WHERE id = ${reportId}::uuid FOR UPDATE`;
    const entry = { actorId, action: 'read_private_thread', targetId: reportId } as const;
    const where = { ...entry, targetType: 'report' };
    if ((await tx.auditEntry.findFirst({ where, select: { id: true } })) !== null) return;
    await recordAction(tx, { ...entry, targetType: 'report' });
  });
}
