/**
 * Enumerated values of moderation and administration, and what each role may do. Apart from the other
 * constants, because only some pages of the web app need them.
 */

export const reportTargetTypes = ['user', 'thread', 'message', 'group'] as const;

export const reportReasons = [
  'spam',
  'harassment',
  'hate',
  'violence',
  'nudity',
  'self_harm',
  'misinformation',
  'illegal',
  'rules',
  'other',
] as const;

/** Who can create an account. */
export const registrationModes = ['open', 'invitation', 'approval', 'closed'] as const;

export type RegistrationMode = (typeof registrationModes)[number];

/** Who can invite others, besides administrators. Each includes the ones before. */
export const inviterGroups = ['nobody', 'moderators', 'members'] as const;

export type InviterGroup = (typeof inviterGroups)[number];

/** The users that each member can invite. */
export const invitationsPerMemberMax = 100;

/** Threads, replies and quotes of a user in 24 hours. */
export const postsPerDayMax = 1000;

/** The days for which IP addresses of registrations and sessions, and audit log entries, can be kept. */
export const retentionDaysMax = 3650;
/** Unless entries are kept for ever. A shorter time would remove them before anybody reads them. */
export const auditLogDaysMin = 30;

/** The theme of visitors who have not chosen one. */
export const defaultThemes = ['system', 'light', 'dark'] as const;

export type DefaultTheme = (typeof defaultThemes)[number];

/** The language of visitors who have not chosen one. */
export const defaultLanguages = ['browser', 'en', 'de'] as const;

export type DefaultLanguage = (typeof defaultLanguages)[number];

/** The languages of users to whom an announcement can be shown. */
export const announcementLanguages = ['en', 'de'] as const;

/** Pictures of the instance. */
export const instanceImageKinds = ['logo', 'favicon'] as const;

export type InstanceImageKind = (typeof instanceImageKinds)[number];

/** Texts about the instance, which administrators write in Markdown. */
export const instancePages = ['about', 'privacy', 'terms'] as const;

export type InstancePage = (typeof instancePages)[number];

/** What cannot register. */
export const accessBlockKinds = ['email_domain', 'ip_range'] as const;

export type AccessBlockKind = (typeof accessBlockKinds)[number];

export const accessBlocksMax = 1000;

/** The days after which a block can end. */
export const accessBlockDaysMax = 3650;

/** The longest domain, which is also longer than every range of IP addresses. */
export const accessBlockValueMaxLength = 253;

/** An account is new until this time after it was created, and until it has this many threads. */
export const newAccountMs = 24 * 60 * 60 * 1000;
export const newAccountThreadsMin = 5;

/** Hashtags that administrators exclude from trends. */
export const excludedHashtagsMax = 200;

/** How many users have to report an account until it is limited. */
export const reportersMinRange = { min: 2, max: 50 } as const;

/** Rules of the automatic protection that add reports. */
export const automaticRules = ['repeated_text', 'many_reports'] as const;

export type AutomaticRule = (typeof automaticRules)[number];

/** What a moderator can do to an account. A `lift` ends all but the warning. */
export const accountActions = ['warn', 'limit', 'freeze', 'suspend'] as const;

/** What a moderator can do to several accounts at once. `lift` ends limits, freezes and suspensions. */
export const bulkAccountActions = ['limit', 'freeze', 'suspend', 'lift'] as const;

export type BulkAccountAction = (typeof bulkAccountActions)[number];

export const bulkAccountsMax = 100;

/** The longest text for which accounts that have posted it are searched. */
export const postedTextMaxLength = 1000;

/** What a moderator can do to a thread of an account. */
export const threadActions = ['mark_sensitive', 'remove_thread'] as const;

export const strikeActions = [...accountActions, ...threadActions] as const;

export type StrikeAction = (typeof strikeActions)[number];

/** An internal note about a report or account. */
export const moderationNoteMaxLength = 2000;

/** A message of a moderator to the reporter of a report. */
export const reportMessageMaxLength = 1000;

/** The messages to the reporter of one report. */
export const reportMessagesMax = 5;

/** Texts that moderators insert into messages to users. */
export const cannedResponsesMax = 100;
export const cannedResponseTitleMaxLength = 80;

/** The limits of all messages to users must be at least as high. */
export const cannedResponseTextMaxLength = 500;

/** Whose reports a moderator lists. */
export const reportAssignees = ['me', 'others', 'nobody'] as const;

export type ReportAssignee = (typeof reportAssignees)[number];

/** The text of a strike for the user. */
export const strikeTextMaxLength = 1000;

/** The days that a suspension with an end can last. */
export const suspensionDaysMax = 365;

/** The days after a strike in which its user can appeal. */
export const appealDays = 20;

export const appealTextMaxLength = 2000;

/** How this instance deals with another server. */
export const serverPolicies = [
  'open',
  'limited',
  'media_rejected',
  'reports_rejected',
  'suspended',
] as const;

export type ServerPolicy = (typeof serverPolicies)[number];

/** The days after which the content of a suspended server is deleted. */
export const suspendedServerDays = 30;

export const serverDomainMaxLength = 253;
export const serverNoteMaxLength = 2000;

/** Actions in the audit log, of administrators and of the command line. */
export const auditActions = [
  'assign_report',
  'add_note',
  'message_reporter',
  'read_private_thread',
  'dismiss',
  'remove_thread',
  'verify',
  'unverify',
  'suspend',
  'unsuspend',
  'warn',
  'mark_sensitive',
  'limit',
  'freeze',
  'lift',
  'end_suspension',
  'uphold_strike',
  'promote',
  'demote',
  'change_role',
  'create-user',
  'purge',
  'delete',
  'reset-link',
  'reset-2fa',
  'repair',
  'leave_federation',
  'change_server',
  'change_settings',
  'change_page',
  'change_rules',
  'change_protection',
  'approve_registration',
  'reject_registration',
  'create_invitation',
  'revoke_invitation',
  'create_webhook',
  'change_webhook',
  'disable_webhook',
  'delete_webhook',
  'create_block',
  'delete_block',
  'create_announcement',
  'change_announcement',
  'delete_announcement',
  'create_canned_response',
  'change_canned_response',
  'delete_canned_response',
  'reorder_canned_responses',
] as const;

export type AuditAction = (typeof auditActions)[number];

/** The roles of accounts. Each may do everything that the ones before it may do. */
export const userRoles = ['member', 'moderator', 'admin', 'owner'] as const;

export type UserRole = (typeof userRoles)[number];

/** What the roles above `member` may do, by the lowest role that may do it. */
const permissions = {
  /** Handle reports and registrations, suspend accounts, remove threads, read the audit log, use canned responses. */
  moderate: 'moderator',
  /** Change settings, rules, pages and canned responses; verify accounts; invite; give and take roles; announce. */
  administrate: 'admin',
} as const satisfies Record<string, UserRole>;

export type Permission = keyof typeof permissions;

/** Blocks IP addresses and email domains, and sees the IP addresses of registrations. */
export const accessBlockPermission: Permission = 'administrate';

export function hasPermission(role: UserRole, permission: Permission): boolean {
  return !isBelow(role, permissions[permission]);
}

/** Whether a role is lower than another. Moderators act only on accounts with a lower role. */
export function isBelow(role: UserRole, other: UserRole): boolean {
  return userRoles.indexOf(role) < userRoles.indexOf(other);
}

/**
 * The roles that the actor may give to an account; empty if the actor may not change its role.
 * Owners give every role, also to other owners. Administrators give roles below their own.
 * @param current the present role of the account
 */
export function listAssignableRoles(actor: UserRole, current: UserRole): readonly UserRole[] {
  if (actor === 'owner') return userRoles;
  if (!hasPermission(actor, 'administrate') || !isBelow(current, actor)) return [];
  return userRoles.filter((role) => isBelow(role, actor));
}
