import type { Permission, UserRole } from '@skein/contracts/administration';
import type { AnnouncementInput, RulesInput } from '@skein/contracts/instance';
import type { CannedResponseInput } from '@skein/contracts/moderation';
import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import type { EmailModule } from '../../platform/email/index.ts';
import type { Bus } from '../../platform/events/bus.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { Locale } from '../../platform/messages.ts';
import type { RateLimitsModule } from '../../platform/rate-limits/index.ts';
import { readIdPage } from '../../platform/read-page.ts';
import type { PageQuery } from '../../platform/read-page.ts';
import type { UploadedFile } from '../../platform/uploaded-file.ts';
import type { Actor, Viewer } from '../../platform/viewer.ts';
import type { AccountModule } from '../account/index.ts';
import type { AuthModule } from '../auth/index.ts';
import type { ChatModule } from '../chat/index.ts';
import type { InsightsModule } from '../insights/index.ts';
import { requirePage } from '../instance/index.ts';
import type {
  AccessBlockInput,
  Announcements,
  InstancePages,
  SetupCode,
  SiteSettingsStore,
} from '../instance/index.ts';
import { listPushHosts } from '../notifications/index.ts';
import { updatePushHost } from './settings/push-hosts.ts';
import type { MediaModule } from '../media/index.ts';
import type { ProtectionModule } from '../protection/index.ts';
import type { ThreadsModule } from '../threads/index.ts';
import type { UsersModule } from '../users/index.ts';
import type { AccountQuery } from './accounts/account-filter.ts';
import { actOnAccounts } from './accounts/act-on-accounts.ts';
import { becomeOwner } from './accounts/become-owner.ts';
import type { OwnershipClaim } from './accounts/become-owner.ts';
import { decideRegistration } from './accounts/decide-registration.ts';
import type { RegistrationDecision } from './accounts/decide-registration.ts';
import { getThread } from './accounts/get-thread.ts';
import {
  createInvitation,
  createOwnInvitation,
  listInvitations,
  listOwnInvitations,
  revokeInvitation,
  revokeOwnInvitation,
} from './accounts/invitation-actions.ts';
import type { InvitationInput } from './accounts/invitation-actions.ts';
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
import type { ReportsQuery } from './reports/list-reports.ts';
import {
  addNote,
  assignReport,
  getReportDetails,
  readContextOfReport,
  sendMessageToReporter,
} from './reports/report-queue.ts';
import type { MessageInput, NoteInput } from './reports/report-queue.ts';
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
import type { PageInput, ProtectionInput, SettingsInput } from './settings/update-settings.ts';
import { appealByToken, appealOwnStrike, findStrikeByToken } from './strikes/appeal-strike.ts';
import { createStrike } from './strikes/create-strike.ts';
import type { StrikeInput } from './strikes/create-strike.ts';
import { decideAppeal } from './strikes/decide-appeal.ts';
import { endSuspensions } from './strikes/end-suspensions.ts';
import { liftStrike } from './strikes/lift-strike.ts';
import { getAccountStatus, listAppeals, listStrikes } from './strikes/list-strikes.ts';
import type { AppealsQuery } from './strikes/list-strikes.ts';

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
  const { database, clock, announcements, siteSettings, pages, protection } = dependencies;
  const moderationEmails = createModerationEmails(dependencies);
  const limitReported = (userId: string) =>
    limitReportedAccount({ ...dependencies, moderationEmails }, userId);
  const deps = { ...dependencies, moderationEmails, limitReported };

  return {
    requirePermission: (viewer: Viewer, permission: Permission) =>
      requirePermission(deps, viewer, permission),
    becomeOwner: (viewer: Viewer, claim: OwnershipClaim) => becomeOwner(deps, viewer, claim),

    // Reports
    report: (viewer: Viewer, idempotency: Idempotency, input: Parameters<typeof createReport>[3]) =>
      createReport(deps, viewer, idempotency, input),
    listReports: (viewer: Actor, query: ReportsQuery) => listReports(deps, viewer, query),
    getReportDetails: (viewer: Actor, reportId: string) => getReportDetails(deps, viewer, reportId),
    getReportContext: (viewer: Actor, reportId: string) =>
      readContextOfReport(deps, viewer, reportId),
    assignReport: (viewer: Actor, input: { reportId: string; userId: string | null }) =>
      assignReport(deps, viewer, input),
    addModerationNote: (viewer: Actor, idempotency: Idempotency, input: NoteInput) =>
      addNote(deps, viewer, idempotency, input),
    messageReporter: (viewer: Actor, idempotency: Idempotency, input: MessageInput) =>
      sendMessageToReporter(deps, viewer, idempotency, input),
    listReportMessages: (viewer: Viewer, query: PageQuery) =>
      listReportMessages(database, viewer, query),
    dismissReport: (admin: Actor, reportId: string) => dismissReport(deps, admin, reportId),

    // Accounts and threads
    listUsers: (viewer: Actor, query: PageQuery & AccountQuery) => listUsers(deps, viewer, query),
    verify: (admin: Actor, input: { userId: string; isVerified: boolean }) =>
      verifyUser(deps, admin, input),
    changeRole: (admin: Actor, input: { userId: string; role: UserRole }) =>
      changeRole(deps, admin, input),
    suspend: (admin: Actor, idempotency: Idempotency, input: { userId: string; reason: string }) =>
      suspendUser(deps, admin, idempotency, input),
    unsuspend: (admin: Actor, input: { userId: string; reason: string }) =>
      unsuspendUser(deps, admin, input),
    purgeUser: (admin: Viewer, input: { userId: string; username: string; reason: string }) =>
      purgeUser(deps, admin, input),
    listRegistrations: (query: PageQuery) =>
      readIdPage(query, (range) => listPendingRegistrations(database, range)),
    decideRegistration: (admin: Actor, input: RegistrationDecision) =>
      decideRegistration(deps, admin, input),
    getThread: (threadId: string) => getThread(database, threadId),
    removeThread: (admin: Actor, input: { threadId: string; reason: string }) =>
      removeThread(deps, admin, input),

    // Strikes
    createStrike: (moderator: Actor, idempotency: Idempotency, input: StrikeInput) =>
      createStrike(deps, moderator, idempotency, input),
    actOnAccounts: (
      moderator: Actor,
      idempotency: Idempotency,
      input: Parameters<typeof actOnAccounts>[3],
    ) => actOnAccounts(deps, moderator, idempotency, input),
    liftStrike: (moderator: Actor, input: { strikeId: string; reason: string }) =>
      liftStrike(deps, moderator, input),
    listStrikes: (viewer: Actor, query: PageQuery & { userId: string }) =>
      listStrikes(deps, viewer, query),
    getAccountStatus: (viewer: Viewer) => getAccountStatus(deps, viewer),
    appealStrike: (
      viewer: Viewer,
      idempotency: Idempotency,
      input: { strikeId: string; text: string },
    ) => appealOwnStrike(deps, viewer, idempotency, input),
    appealByToken: (input: { token: string; text: string }) => appealByToken(deps, input),
    findAppealableStrike: (token: string) => findStrikeByToken(deps, token),
    listAppeals: (viewer: Actor, query: AppealsQuery) => listAppeals(deps, viewer, query),
    decideAppeal: (moderator: Actor, input: Parameters<typeof decideAppeal>[2]) =>
      decideAppeal(deps, moderator, input),
    /** A background job: suspensions end by themselves. */
    endSuspensions: () => endSuspensions(database, clock.now()),

    // Invitations
    listInvitations: (query: PageQuery) => listInvitations(deps, query),
    createInvitation: (
      admin: Pick<Viewer, 'userId'>,
      idempotency: Idempotency,
      input: InvitationInput,
    ) => createInvitation(deps, admin, idempotency, input),
    revokeInvitation: (admin: Actor, id: string) => revokeInvitation(deps, admin, id),
    listOwnInvitations: (viewer: Viewer) => listOwnInvitations(deps, viewer),
    createOwnInvitation: (viewer: Viewer, idempotency: Idempotency, input: InvitationInput) =>
      createOwnInvitation(deps, viewer, idempotency, input),
    revokeOwnInvitation: (viewer: Viewer, id: string) => revokeOwnInvitation(deps, viewer, id),

    // Settings
    describeSettings: async () => siteSettings.describe(),
    updateSettings: (admin: Actor, input: SettingsInput) => updateSettings(deps, admin, input),
    sendTestEmail: (admin: Viewer, locale: Locale) => sendTestEmail(deps, admin, locale),
    finishSetup: (admin: Actor) => finishSetup(deps, admin),
    /** @throws NotFoundError for a page that does not exist */
    describePage: async (page: string) => pages.describe(requirePage(page)),
    updatePage: (admin: Actor, input: PageInput) => updatePage(deps, admin, input),
    describeRules: async () => describeRules(pages),
    updateRules: (admin: Actor, input: RulesInput) => updateRules(deps, admin, input),
    describeProtection: async () => protection.describe(),
    updateProtection: (admin: Actor, input: ProtectionInput) =>
      updateProtection(deps, admin, input),
    describeImages: () => describeImages(deps),
    replaceImage: (admin: Actor, input: { kind: string; file: UploadedFile | undefined }) =>
      replaceImage(deps, admin, input),
    removeImage: (admin: Actor, kind: string) => removeImage(deps, admin, kind),
    listAccessBlocks: () => siteSettings.accessBlocks.list(),
    createAccessBlock: (
      admin: Actor,
      idempotency: Idempotency,
      input: AccessBlockInput & { address: string | undefined },
    ) => createAccessBlock(deps, admin, idempotency, input),
    deleteAccessBlock: (admin: Actor, id: string) => deleteAccessBlock(deps, admin, id),
    listPushHosts: () => listPushHosts(database),
    updatePushHost: (admin: Actor, input: { host: string; isAllowed: boolean }) =>
      updatePushHost(deps, admin, input),
    listAnnouncements: () => announcements.listAll(),
    createAnnouncement: (admin: Actor, idempotency: Idempotency, input: AnnouncementInput) =>
      createAnnouncement(deps, admin, idempotency, input),
    updateAnnouncement: (admin: Actor, input: AnnouncementInput & { announcementId: string }) =>
      updateAnnouncement(deps, admin, input),
    deleteAnnouncement: (admin: Actor, id: string) => deleteAnnouncement(deps, admin, id),
    listCannedResponses: () => listCannedResponses(database),
    createCannedResponse: (admin: Actor, idempotency: Idempotency, input: CannedResponseInput) =>
      createCannedResponse(deps, admin, idempotency, input),
    updateCannedResponse: (admin: Actor, input: CannedResponseInput & { responseId: string }) =>
      changeCannedResponse(deps, admin, input),
    deleteCannedResponse: (admin: Actor, id: string) => removeCannedResponse(deps, admin, id),
    reorderCannedResponses: (admin: Actor, ids: readonly string[]) =>
      orderCannedResponses(deps, admin, ids),

    // Audit log and statistics
    listAuditEntries: (viewer: Viewer, query: PageQuery & AuditFilter) =>
      listAuditEntries(database, viewer, query),
    exportAudit: (viewer: Viewer, filter: AuditFilter) =>
      exportAudit(database, viewer, { filter, now: clock.now() }),
    /** A background job. */
    removeOldAuditEntries: () => removeOldAuditEntries(deps),
    readStats: () => readStats(database, clock.now()),
    readInsights: async (days: number) => ({ days: await dependencies.insights.read(days) }),
  };
}
