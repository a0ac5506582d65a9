import { accessBlockPermission, hasPermission } from '@skein/contracts/administration';
import type { Permission, UserRole } from '@skein/contracts/administration';
import type { AdminThread } from '@skein/contracts/moderation';
import type { Database } from '@skein/db';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { RateLimitsModule } from '../../platform/rate-limits/index.ts';
import type { Bus } from '../../platform/events/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { ForbiddenError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Actor, Viewer } from '../../platform/viewer.ts';
import type { EmailModule } from '../../platform/email/index.ts';
import type { AccountModule } from '../account/index.ts';
import type { AuthModule } from '../auth/index.ts';
import type { InsightsModule } from '../insights/index.ts';
import type {
  Announcements,
  InstancePages,
  SetupCode,
  SiteSettingsStore,
} from '../instance/index.ts';
import { createAccessBlockActions } from './settings/access-block-actions.ts';
import { listPushHosts } from '../notifications/index.ts';
import { updatePushHost } from './settings/push-hosts.ts';
import { createSettingsActions } from './settings/update-settings.ts';
import type { MediaModule } from '../media/index.ts';
import type { ChatModule } from '../chat/index.ts';
import type { ProtectionModule } from '../protection/index.ts';
import { threadNotFound } from '../threads/index.ts';
import type { ThreadsModule } from '../threads/index.ts';
import type { UsersModule } from '../users/index.ts';
import {
  changeRole,
  removeThread,
  suspendUser,
  unsuspendUser,
  verifyUser,
} from './accounts/update-account-status.ts';
import { becomeOwner } from './accounts/become-owner.ts';
import type { OwnershipClaim } from './accounts/become-owner.ts';
import { createCannedResponseActions } from './settings/canned-response-actions.ts';
import { createAnnouncementActions } from './settings/change-announcements.ts';
import { decideRegistration } from './accounts/decide-registration.ts';
import type { RegistrationDecision } from './accounts/decide-registration.ts';
import { dismissReport } from './reports/dismiss-report.ts';
import { createInvitationActions } from './accounts/invitation-actions.ts';
import { readAuditEntries } from './audit/audit.queries.ts';
import { deleteOldEntries } from './audit/audit.repository.ts';
import type { AuditFilter } from './audit/audit.queries.ts';
import { purgeUser } from './accounts/purge-user.ts';
import { exportAudit } from './audit/export-audit.ts';
import { createReport } from './reports/create-report.ts';
import { limitReportedAccount } from './reports/limit-reported-account.repository.ts';
import { findThread, readStats } from './settings/stats.queries.ts';
import { readIdPage } from '../../platform/read-page.ts';
import type { PageQuery } from '../../platform/read-page.ts';
import { toAccountFilter } from './accounts/account-filter.ts';
import type { AccountQuery } from './accounts/account-filter.ts';
import { readUsers } from './accounts/users.queries.ts';
import { createAccountStatusRepository } from './accounts/account-status.repository.ts';
import { createModerationEmails } from './accounts/moderation-emails.ts';
import { createStrikeActions } from './strikes/strike-actions.ts';
import { createReportQueue } from './reports/report-queue.ts';
import { readReports } from './reports/reports.queries.ts';
import type { ReportFilter } from './reports/reports.queries.ts';
import { listPendingRegistrations } from './accounts/registrations.repository.ts';

export type ModerationModule = ReturnType<typeof createModerationModule>;

interface Dependencies {
  database: Database;
  clock: Clock;
  users: Pick<
    UsersModule,
    | 'canSetUpInstance'
    | 'getRole'
    | 'isConfiguredOwner'
    | 'requireAnotherOwner'
    | 'requirePermission'
    | 'roleOf'
  >;
  auth: Pick<AuthModule, 'endAllSessions' | 'forgetSessions' | 'revokeAllSessions' | 'twoFactor'>;
  threads: Pick<ThreadsModule, 'deleteAsAdmin'>;
  media: Pick<MediaModule, 'processInstanceImage' | 'claimPicture' | 'discard'>;
  account: Pick<AccountModule, 'markDeleted' | 'purge' | 'purgeOrContinueLater'>;
  emailSender: Pick<EmailModule, 'compose' | 'send' | 'sendTest'>;
  rateLimiter: Pick<RateLimitsModule, 'consume'>;
  setupCode: SetupCode;
  publicUrl: URL;
  siteSettings: SiteSettingsStore;
  announcements: Announcements;
  pages: InstancePages;
  protection: Pick<ProtectionModule, 'describe' | 'requireVerifiedEmail' | 'rules' | 'save'>;
  insights: Pick<InsightsModule, 'read'>;
  chat: Pick<ChatModule, 'declinePendingRequest'>;
  bus: Pick<Bus, 'publish'>;
  adminEmails: readonly string[];
  jwtSecret: string;
  /** Whether administration requires a session with a second factor or passkey. */
  requiresAdminTwoFactor: boolean;
}

export function createModerationModule(dependencies: Dependencies) {
  const { database, users, auth, chat, pages } = dependencies;
  const moderationEmails = createModerationEmails(dependencies);
  const accounts = createAccountStatusRepository(database);
  const userDependencies = { ...dependencies, accounts, moderationEmails };
  const limitReported = (userId: string) => limitReportedAccount(userDependencies, userId);

  return {
    report: (viewer: Viewer, idempotency: Idempotency, input: Parameters<typeof createReport>[3]) =>
      createReport({ database, chat, pages, limitReported }, viewer, idempotency, input),

    /**
     * @throws ForbiddenError for a role without the permission
     * @throws AppError `two_factor_required`
     */
    requirePermission: async (viewer: Viewer, permission: Permission): Promise<void> => {
      await users.requirePermission(viewer, permission);
      if (dependencies.requiresAdminTwoFactor) await auth.twoFactor.requireSession(viewer);
    },

    becomeOwner: (viewer: Viewer, claim: OwnershipClaim) =>
      becomeOwner(dependencies, viewer, claim),
    dismissReport: (admin: Actor, reportId: string) => dismissReport(dependencies, admin, reportId),
    removeThread: (admin: Actor, input: { threadId: string; reason: string }) =>
      removeThread(userDependencies, admin, input),
    verify: (admin: Actor, input: { userId: string; isVerified: boolean }) =>
      verifyUser(userDependencies, admin, input),
    changeRole: (admin: Actor, input: { userId: string; role: UserRole }) =>
      changeRole(userDependencies, admin, input),
    suspend: (admin: Actor, idempotency: Idempotency, input: { userId: string; reason: string }) =>
      suspendUser(userDependencies, admin, idempotency, input),
    unsuspend: (admin: Actor, input: { userId: string; reason: string }) =>
      unsuspendUser(userDependencies, admin, input),
    purgeUser: (admin: Viewer, input: { userId: string; username: string; reason: string }) =>
      purgeUser(userDependencies, admin, input),

    /** Those that the viewer's role may see. */
    listReports: (viewer: Actor, query: ReportsQuery) => listReports(dependencies, viewer, query),
    listRegistrations: (query: PageQuery) =>
      readIdPage(query, (range) => listPendingRegistrations(database, range)),
    decideRegistration: (admin: Actor, input: RegistrationDecision) =>
      decideRegistration(dependencies, admin, input),

    ...createLists(dependencies),
    ...createReportQueue(userDependencies),
    ...createAnnouncementActions(dependencies),
    ...createCannedResponseActions(dependencies),
    ...createInvitationActions(dependencies),
    ...createAccessBlockActions(dependencies),
    ...createSettingsActions(dependencies),
    listPushHosts: () => listPushHosts(database),
    updatePushHost: (admin: Actor, input: { host: string; isAllowed: boolean }) =>
      updatePushHost(dependencies, admin, input),
    ...createStrikeActions(userDependencies),
    ...createStatistics(dependencies),

    /** @throws NotFoundError */
    async getThread(threadId: string): Promise<AdminThread> {
      const thread = isId(threadId) ? await findThread(database, threadId) : null;
      if (thread === null) throw threadNotFound();
      return thread;
    },
  };
}

function createLists({ database, clock, users, siteSettings, adminEmails }: Dependencies) {
  return {
    /**
     * Addresses of registrations are for users who can block IP addresses.
     * @throws ValidationError for an invalid IP address and for a text that is too short; ForbiddenError
     */
    listUsers: async (viewer: Actor, { q, address, text, ...query }: PageQuery & AccountQuery) => {
      const role = await users.requirePermission(viewer, 'moderate');
      const showsAddresses = hasPermission(role, accessBlockPermission);
      if (address.trim() !== '' && !showsAddresses) {
        throw new ForbiddenError('error.addressSearchForbidden');
      }
      const filter = toAccountFilter({ q, address, text }, adminEmails);
      return readIdPage(query, (range) =>
        readUsers(database, { ...filter, range, showsAddresses }),
      );
    },
    listAuditEntries: (
      { userId: viewerId }: Viewer,
      { actor, person, action, ...query }: PageQuery & AuditFilter,
    ) =>
      readIdPage(query, (range) =>
        readAuditEntries(database, { viewerId, filter: { actor, person, action } }, range),
      ),
    /** As the settings demand. Returns the number of deleted entries. */
    removeOldAuditEntries: async (): Promise<number> => {
      const { auditLogDays } = siteSettings.current();
      return auditLogDays === 0 ? 0 : deleteOldEntries(database, auditLogDays, clock.now());
    },
    exportAudit: (viewer: Viewer, filter: AuditFilter) =>
      exportAudit(database, viewer, { filter, now: clock.now() }),
  };
}

function createStatistics({ database, clock, insights }: Dependencies) {
  return {
    readStats: () => readStats(database, clock.now()),
    readInsights: async (days: number) => ({ days: await insights.read(days) }),
  };
}

type ReportsQuery = PageQuery & Omit<ReportFilter, 'isOpen'> & { status: 'open' | 'resolved' };

async function listReports(
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
