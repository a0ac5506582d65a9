import { defaultUploadSettings } from '@skein/contracts/upload-limits';
import type { SiteSettings } from '@skein/contracts/instance';
import type { AdminReport, AdminUser, ReportDetails } from '@skein/contracts/moderation';
import { anId } from './threads.ts';

export const aPage = <Item>(content: Item[]) => ({
  content,
  page: 0,
  size: 20,
  last: true,
  nextCursor: null,
});
export const done = (message: string) => ({ success: true, message }) as const;
/** The user whom the reports are about. */
export const ada = { id: anId(), name: 'Ada Weaver', username: 'ada', isSuspended: false };

export const aReport = (fields: Partial<AdminReport> = {}): AdminReport => ({
  id: anId(),
  targetType: 'thread',
  targetId: anId(),
  reason: 'spam',
  rules: [],
  note: 'Sells bridges',
  status: 'open',
  createdAt: '2026-11-20T10:00:00.000Z',
  resolvedAt: null,
  reporter: { id: anId(), name: 'Mary Spool', username: 'mary', isSuspended: false },
  user: ada,
  assignee: null,
  userRole: 'member',
  automaticRule: null,
  server: null,
  text: 'Buy two bridges',
  ...fields,
});

/** An account in the administration: Ada's by default. */
export const anAdminUser = (fields: Partial<AdminUser> = {}): AdminUser => ({
  ...ada,
  picture: null,
  isUserVerified: false,
  isAdmin: false,
  role: 'member',
  isRoleFixed: false,
  suspendedAt: null,
  suspendedUntil: null,
  isLimited: false,
  isFrozen: false,
  strikesCount: 0,
  hasStrikes: false,
  registrationAddress: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  lastActiveAt: null,
  threadsCount: 0,
  followersCount: 0,
  openReportsCount: 0,
  ...fields,
});

/** Details of a report that nobody has handled. */
export const aReportDetails = (fields: Partial<ReportDetails> = {}): ReportDetails => ({
  assignee: null,
  resolver: null,
  moderators: [],
  notes: [],
  messages: [],
  reporterStatus: 'active',
  events: [],
  strikesCount: 0,
  hasStrikes: false,
  ...fields,
});

/** The settings of a new instance. */
export const newInstanceSettings: SiteSettings = {
  name: 'Skein',
  description: '',
  contactEmail: '',
  registrationMode: 'open',
  registrationMessage: '',
  blocksDisposableEmails: false,
  requiresProofOfWork: false,
  requiresVerifiedEmail: false,
  inviters: 'nobody',
  invitationsPerMember: 5,
  postsPerDay: 1000,
  addressDays: 90,
  auditLogDays: 0,
  showsTrends: true,
  listsPeers: false,
  listsRemoteThreads: false,
  accentColor: '',
  accentColorDark: '',
  defaultTheme: 'system',
  defaultLanguage: 'browser',
  hasLinkCards: true,
  hasPush: true,
  ...defaultUploadSettings,
};
