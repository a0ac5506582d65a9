import type { Clock } from '../../platform/clock.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ReportsRepository } from './reports.repository.ts';

/**
 * Closes an open report without consequences. Dismissing it again succeeds.
 * @throws NotFoundError; ConflictError for a resolved report
 */
export async function dismissReport(
  { reports, clock }: { reports: Pick<ReportsRepository, 'dismiss'>; clock: Clock },
  admin: Viewer,
  reportId: string,
): Promise<void> {
  const decision = { resolverId: admin.userId, at: clock.now() };
  const status = isId(reportId) ? await reports.dismiss(reportId, decision) : null;
  if (status === null) throw new NotFoundError('This report does not exist.');
  if (status === 'resolved') throw new ConflictError('conflict', 'This report is resolved.');
}
