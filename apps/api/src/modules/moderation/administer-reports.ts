import type { Clock } from '../../platform/clock.ts';
import { ConflictError, NotFoundError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { ThreadsModule } from '../threads/index.ts';
import { noteAct } from './audit.repository.ts';
import { resolveThreadReports } from './reports.queries.ts';
import type { ReportsRepository } from './reports.repository.ts';

/**
 * Closes a report with nothing done; what is dismissed stays so.
 * @throws NotFoundError; ConflictError when something was done
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

interface RemovalDependencies {
  threads: Pick<ThreadsModule, 'deleteAsAdmin'>;
  clock: Clock;
}

/**
 * Deletes anybody's thread. What was reported of it is done with.
 * @throws NotFoundError
 */
export async function removeThread(
  { threads, clock }: RemovalDependencies,
  admin: Viewer,
  { threadId, reason }: { threadId: string; reason: string },
): Promise<void> {
  const at = clock.now();
  await threads.deleteAsAdmin(threadId, async (tx, authorId) => {
    await noteAct(tx, {
      actorId: admin.userId,
      action: 'remove_thread',
      targetType: 'thread',
      targetId: threadId,
      details: { reason, authorId },
      at,
    });
    await resolveThreadReports(tx, threadId, { resolverId: admin.userId, at });
  });
}
