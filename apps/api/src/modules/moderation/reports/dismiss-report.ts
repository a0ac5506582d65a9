import type { Database } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import { ConflictError, NotFoundError } from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import type { Actor } from '../../../platform/viewer.ts';
import type { UsersModule } from '../../users/index.ts';
import { findReadableReport } from './reports.queries.ts';
import { closeReport } from './reports.repository.ts';

interface Dependencies {
  database: Database;
  users: Pick<UsersModule, 'requirePermission'>;
  adminEmails: readonly string[];
  clock: Clock;
}

/**
 * Closes an open report without consequences.
 * @throws NotFoundError also for a report that the viewer may not see; ConflictError for a decided one
 */
export async function dismissReport(
  { database, users, adminEmails, clock }: Dependencies,
  viewer: Actor,
  reportId: string,
): Promise<void> {
  const reader = { role: await users.requirePermission(viewer, 'moderate'), adminEmails };
  const canDecide =
    isId(reportId) && (await findReadableReport(database, reader, reportId)) !== null;
  const decision = { resolverId: viewer.userId, at: clock.now() };
  const status = canDecide ? await closeReport(database, reportId, decision) : null;
  if (status === null) throw new NotFoundError('error.reportNotFound');
  if (status === 'dismissed') {
    throw new ConflictError('conflict', 'error.reportDismissed');
  }
  if (status === 'resolved') throw new ConflictError('conflict', 'error.reportResolved');
}
