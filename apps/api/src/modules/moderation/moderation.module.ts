import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import type { EmailModule } from '../../platform/email/index.ts';
import type { Bus } from '../../platform/events/bus.ts';
import type { RateLimitsModule } from '../../platform/rate-limits/index.ts';
import { bindDependencies } from '../../platform/bind-dependencies.ts';
import { readIdPage } from '../../platform/read-page.ts';
import type { PageQuery } from '../../platform/read-page.ts';
import type { Viewer } from '../../platform/viewer.ts';
import type { AccountModule } from '../account/index.ts';
import type { AuthModule } from '../auth/index.ts';
import type { ChatModule } from '../chat/index.ts';
import type { InsightsModule } from '../insights/index.ts';
import { requirePage } from '../instance/index.ts';
import type {
  Announcements,
  InstancePages,
  SetupCode,
  SiteSettingsStore,
} from '../instance/index.ts';
import { listPushHosts } from '../notifications/index.ts';
import { updatePushHost } from './settings/push-hosts.ts';
import type { FederationModule } from '../federation/index.ts';
import {
  getFederationMode,
  getServerEffect,
  listServers,
  updateFederationMode,
  updateServer,
} from './servers/manage-servers.ts';
import { exportServerList, importServerList, previewServerList } from './servers/server-lists.ts';
import type { MediaModule } from '../media/index.ts';
import type { ProtectionModule } from '../protection/index.ts';
import type { ThreadsModule } from '../threads/index.ts';
import type { UsersModule } from '../users/index.ts';
import { actOnAccounts } from './accounts/act-on-accounts.ts';
import { becomeOwner } from './accounts/become-owner.ts';
import { decideRegistration } from './accounts/decide-registration.ts';
import { getThread } from './accounts/get-thread.ts';
import {
  createInvitation,
  createOwnInvitation,
  listInvitations,
  listOwnInvitations,
  revokeInvitation,
  revokeOwnInvitation,
} from './accounts/invitation-actions.ts';
import { listUsers } from './accounts/list-users.ts';
import { createModerationEmails } from './accounts/moderation-emails.ts';
import { purgeUser } from './accounts/purge-user.ts';
import { listPendingRegistrations } from './accounts/registrations.repository.ts';
import { requirePermission } from './accounts/require-permission.ts';
import {
  changeRole,
  removeThread,
  suspendUser,
  unsuspendUser,
  verifyUser,
} from './accounts/update-account-status.ts';
import type { AuditFilter } from './audit/audit.queries.ts';
import { exportAudit } from './audit/export-audit.ts';
import { listAuditEntries, removeOldAuditEntries } from './audit/list-audit-entries.ts';
import { createReport } from './reports/create-report.ts';
import { dismissReport } from './reports/dismiss-report.ts';
import { limitReportedAccount } from './reports/limit-reported-account.repository.ts';
import { listReportMessages, listReports } from './reports/list-reports.ts';
import {
  addNote,
  assignReport,
  getReportDetails,
  readContextOfReport,
  sendMessageToReporter,
} from './reports/report-queue.ts';
import { createAccessBlock, deleteAccessBlock } from './settings/access-block-actions.ts';
import {
  changeCannedResponse,
  createCannedResponse,
  orderCannedResponses,
  removeCannedResponse,
} from './settings/canned-response-actions.ts';
import { listCannedResponses } from './settings/canned-responses.repository.ts';
import {
  createAnnouncement,
  deleteAnnouncement,
  updateAnnouncement,
} from './settings/change-announcements.ts';
import { describeImages, removeImage, replaceImage } from './settings/instance-images.ts';
import { sendTestEmail } from './settings/send-test-email.ts';
import { readStats } from './settings/stats.queries.ts';
import {
  describeRules,
  finishSetup,
  updatePage,
  updateProtection,
  updateRules,
  updateSettings,
} from './settings/update-settings.ts';
import { appealByToken, appealOwnStrike, findStrikeByToken } from './strikes/appeal-strike.ts';
import { createStrike } from './strikes/create-strike.ts';
import { decideAppeal } from './strikes/decide-appeal.ts';
import { endSuspensions } from './strikes/end-suspensions.ts';
import { liftStrike } from './strikes/lift-strike.ts';
import { getAccountStatus, listAppeals, listStrikes } from './strikes/list-strikes.ts';

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
    | 'toRole'
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
  federation?: Pick<FederationModule, 'servers'> | undefined;
  chat: Pick<ChatModule, 'declinePendingRequest'>;
  bus: Pick<Bus, 'publish'>;
  adminEmails: readonly string[];
  jwtSecret: string;
  /** Whether administration requires a session with a second factor or passkey. */
  requiresAdminTwoFactor: boolean;
}

export function createModerationModule(dependencies: Dependencies) {
  const { database, clock, announcements, siteSettings, pages, protection, insights } =
    dependencies;
  const moderationEmails = createModerationEmails(dependencies);
  const limitReported = (userId: string) =>
    limitReportedAccount({ ...dependencies, moderationEmails }, userId);
  const deps = { ...dependencies, moderationEmails, limitReported };
  type Deps = typeof deps;

  return bindDependencies(deps, {
    requirePermission,
    becomeOwner,

    // Reports
    report: createReport,
    listReports,
    getReportDetails,
    getReportContext: readContextOfReport,
    assignReport,
    addModerationNote: addNote,
    messageReporter: sendMessageToReporter,
    listReportMessages: (_: Deps, viewer: Viewer, query: PageQuery) =>
      listReportMessages(database, viewer, query),
    dismissReport,

    // Accounts and threads
    listUsers,
    verify: verifyUser,
    changeRole,
    suspend: suspendUser,
    unsuspend: unsuspendUser,
    purgeUser,
    listRegistrations: (_: Deps, query: PageQuery) =>
      readIdPage(query, (range) => listPendingRegistrations(database, range)),
    decideRegistration,
    getThread: (_: Deps, threadId: string) => getThread(database, threadId),
    removeThread,

    // Strikes
    createStrike,
    actOnAccounts,
    liftStrike,
    listStrikes,
    getAccountStatus,
    appealStrike: appealOwnStrike,
    appealByToken,
    findAppealableStrike: findStrikeByToken,
    listAppeals,
    decideAppeal,
    /** A background job: suspensions end by themselves. */
    endSuspensions: () => endSuspensions(database, clock.now()),

    // Invitations
    listInvitations,
    createInvitation,
    revokeInvitation,
    listOwnInvitations,
    createOwnInvitation,
    revokeOwnInvitation,

    // Settings
    describeSettings: async () => siteSettings.describe(),
    updateSettings,
    sendTestEmail,
    finishSetup,
    /** @throws NotFoundError for a page that does not exist */
    describePage: async (_: Deps, page: string) => pages.describe(requirePage(page)),
    updatePage,
    describeRules: async () => describeRules(pages),
    updateRules,
    describeProtection: async () => protection.describe(),
    updateProtection,
    describeImages,
    replaceImage,
    removeImage,
    listAccessBlocks: () => siteSettings.accessBlocks.list(),
    createAccessBlock,
    deleteAccessBlock,
    listPushHosts: () => listPushHosts(database),
    updatePushHost,
    listAnnouncements: () => announcements.listAll(),
    createAnnouncement,
    updateAnnouncement,
    deleteAnnouncement,
    listCannedResponses: () => listCannedResponses(database),
    createCannedResponse,
    updateCannedResponse: changeCannedResponse,
    deleteCannedResponse: removeCannedResponse,
    reorderCannedResponses: orderCannedResponses,

    // Other servers
    listServers,
    getServerEffect,
    updateServer,
    previewServerList,
    importServerList,
    exportServerList: () => exportServerList(deps, clock.now()),
    getFederationMode,
    updateFederationMode,

    // Audit log and statistics
    listAuditEntries: (_: Deps, viewer: Viewer, query: PageQuery & AuditFilter) =>
      listAuditEntries(database, viewer, query),
    exportAudit: (_: Deps, viewer: Viewer, filter: AuditFilter) =>
      exportAudit(database, viewer, { filter, now: clock.now() }),
    /** A background job. */
    removeOldAuditEntries,
    readStats: () => readStats(database, clock.now()),
    readInsights: async (_: Deps, days: number) => ({ days: await insights.read(days) }),
  });
}
