import type { AdminThread } from '@skein/contracts/moderation';
import type { Database } from '@skein/db';
import type { Idempotency } from '../../http/idempotency/idempotency.ts';
import type { Clock } from '../../platform/clock.ts';
import { isId } from '../../platform/ids.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AuthModule } from '../auth/index.ts';
import { threadNotFound } from '../threads/index.ts';
import type { ThreadsModule } from '../threads/index.ts';
import type { UsersModule } from '../users/index.ts';
import { suspendUser, unsuspendUser, verifyUser } from './administer-users.ts';
import { dismissReport, removeThread } from './administer-reports.ts';
import { readAuditEntries } from './audit.queries.ts';
import { createReport } from './create-report.ts';
import { findAnyThread, readStats } from './stats.queries.ts';
import { readIdPage } from './id-page.ts';
import type { PageQuery } from './id-page.ts';
import { readUsers } from './users.queries.ts';
import { createUsersRepository } from './users.repository.ts';
import { readReports } from './reports.queries.ts';
import { createReportsRepository } from './reports.repository.ts';

export type ModerationModule = ReturnType<typeof createModerationModule>;

interface Dependencies {
  database: Database;
  clock: Clock;
  users: Pick<UsersModule, 'requireAdmin' | 'isAdminAccount'>;
  auth: Pick<AuthModule, 'endAllSessions'>;
  threads: Pick<ThreadsModule, 'deleteAsAdmin'>;
  adminEmails: readonly string[];
}

export function createModerationModule(dependencies: Dependencies) {
  const { database, clock, users, adminEmails } = dependencies;
  const reports = createReportsRepository(database);
  const people = { ...dependencies, people: createUsersRepository(database) };

  return {
    report: (viewer: Viewer, idempotency: Idempotency, input: Parameters<typeof createReport>[3]) =>
      createReport({ database, clock, reports }, viewer, idempotency, input),

    requireAdmin: users.requireAdmin,
    dismissReport: (admin: Viewer, reportId: string) =>
      dismissReport({ reports, clock }, admin, reportId),
    removeThread: (admin: Viewer, input: { threadId: string; reason: string }) =>
      removeThread(dependencies, admin, input),
    verify: (admin: Viewer, input: { userId: string; isVerified: boolean }) =>
      verifyUser(people, admin, input),
    suspend: (admin: Viewer, input: { userId: string; reason: string }) =>
      suspendUser(people, admin, input),
    unsuspend: (admin: Viewer, input: { userId: string; reason: string }) =>
      unsuspendUser(people, admin, input),

    listReports: ({ status, ...query }: PageQuery & { status: 'open' | 'resolved' }) =>
      readIdPage(query, (extent) => readReports(database, { isOpen: status === 'open', extent })),
    listUsers: ({ q, ...query }: PageQuery & { q: string }) =>
      readIdPage(query, (extent) => readUsers(database, { q, adminEmails, extent })),
    listAuditEntries: (query: PageQuery) =>
      readIdPage(query, (extent) => readAuditEntries(database, extent)),
    readStats: () => readStats(database, clock.now()),

    /** @throws NotFoundError */
    async getThread(threadId: string): Promise<AdminThread> {
      const thread = isId(threadId) ? await findAnyThread(database, threadId) : null;
      if (thread === null) throw threadNotFound();
      return thread;
    },
  };
}
