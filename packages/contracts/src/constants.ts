/**
 * Enumerated values of the API as plain constants. The zod enums are built from them; the web app
 * imports them without loading zod.
 */

export const notificationTypes = [
  'like',
  'reaction',
  'reply',
  'mention',
  'repost',
  'quote',
  'follow',
  'follow_request',
  'follow_approved',
  'poll_ended',
] as const;

/** The tabs of a profile that everyone may see. */
export const profileTabs = ['threads', 'replies', 'media'] as const;

export const notificationsTabs = ['all', 'mentions', 'requests'] as const;

/** Where a keyword filter applies. */
export const filterContexts = ['feeds', 'notifications', 'search', 'replies'] as const;
export const filterActions = ['collapse', 'hide'] as const;

export const reportTargetTypes = ['user', 'thread', 'message'] as const;

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

/** Texts about the instance, which administrators write in Markdown. */
export const instancePages = ['about', 'privacy', 'terms'] as const;

export type InstancePage = (typeof instancePages)[number];

/** Actions in the audit log, of administrators and of the command line. */
export const auditActions = [
  'dismiss',
  'remove_thread',
  'verify',
  'unverify',
  'suspend',
  'unsuspend',
  'promote',
  'demote',
  'change_role',
  'create-user',
  'purge',
  'delete',
  'reset-link',
  'reset-2fa',
  'repair',
  'change_settings',
  'change_page',
  'change_rules',
  'approve_registration',
  'reject_registration',
  'create_invitation',
  'revoke_invitation',
] as const;

export type AuditAction = (typeof auditActions)[number];

export const streamEventNames = [
  'connected',
  'message',
  'read',
  'unsent',
  'messageChanged',
  'conversation',
  'typing',
  'notification',
  'feed',
  'reset',
  'heartbeat',
  'superseded',
] as const;

/** How the web app shows threads with a content warning and sensitive media. */
export const sensitiveContentChoices = ['show', 'blur', 'hide'] as const;

/** Whose messages a user accepts; with `requests`, those of users they do not follow wait. */
export const messagePermissions = ['everyone', 'requests', 'following', 'nobody'] as const;

/** Why a scheduled thread was not published. */
export const scheduleErrors = [
  'target_unavailable',
  'not_allowed',
  'limit_reached',
  'suspended',
  'failed',
] as const;

export const replyPermissions = ['ANYONE', 'FOLLOWERS', 'FOLLOWING', 'MENTIONED_ONLY'] as const;
export const reactionTypes = ['like', 'love', 'laugh', 'angry', 'sad', 'wow'] as const;
export const messageTypes = ['text', 'image', 'video', 'audio'] as const;
export const genders = ['male', 'female', 'other', 'prefer-not-to-say'] as const;
