import type { Database } from '@skein/db';
import { readIdPage } from '../../../platform/read-page.ts';
import type { PageQuery } from '../../../platform/read-page.ts';
import type { Actor, Viewer } from '../../../platform/viewer.ts';
import type { UsersModule } from '../../users/index.ts';
import { readReportMessages } from './report-messages.repository.ts';
import { readReports } from './reports.queries.ts';
import type { ReportFilter } from './reports.queries.ts';

interface Dependencies {
  database: Database;
  users: Pick<UsersModule, 'requirePermission'>;
  adminEmails: readonly string[];
}

export type ReportsQuery = PageQuery &
  Omit<ReportFilter, 'isOpen'> & { status: 'open' | 'resolved' };

/** Returns the reports that the viewer's role may see. */
export async function listReports(
  { database, users, adminEmails }: Dependencies,
  viewer: Actor,
  { status, page, size, cursor, ...filters }: ReportsQuery,
) {
  const role = await users.requirePermission(viewer, 'moderate');
  const reader = { userId: viewer.userId, role, adminEmails };
  const filter = { ...filters, isOpen: status === 'open' };
  return readIdPage({ page, size, cursor }, (range) =>
    readReports(database, reader, { filter, range }),
  );
}

/** Returns the messages of moderators to the viewer about their reports. */
export function listReportMessages(database: Database, { userId }: Viewer, query: PageQuery) {
  return readIdPage(query, (range) => readReportMessages(database, userId, range));
}
