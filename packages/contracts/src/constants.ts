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
  'new_thread',
  'moved',
  'moderation_warning',
  'report_message',
] as const;

/** From moderators. Users cannot turn them off. */
export const moderationNotificationTypes = ['moderation_warning', 'report_message'] as const;

/** The tabs of a profile that everyone may see. */
export const profileTabs = ['threads', 'replies', 'media'] as const;

export const notificationsTabs = ['all', 'mentions', 'requests'] as const;

/** Where a keyword filter applies. */
export const filterContexts = ['feeds', 'notifications', 'search', 'replies'] as const;
export const filterActions = ['collapse', 'hide'] as const;

export const streamEventNames = [
  'connected',
  'message',
  'read',
  'message.deleted',
  'messageChanged',
  'conversation',
  'draft',
  'typing',
  'notification',
  'feed',
  'threadChanged',
  'engagement',
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

/** Who may see a thread, from the widest to the narrowest audience. */
export const audiences = ['public', 'unlisted', 'followers', 'mentioned'] as const;

/** The audiences that authors choose from. Threads for mentioned users only are not published yet: messages serve for that. */
export const selectableAudiences = ['public', 'unlisted', 'followers'] as const;
export const reactionTypes = ['like', 'love', 'laugh', 'angry', 'sad', 'wow'] as const;
export const messageTypes = ['text', 'image', 'video', 'audio'] as const;
export const genders = ['male', 'female', 'other', 'prefer-not-to-say'] as const;

/** Error codes of the API and their HTTP statuses. */
export const errorStatuses = {
  validation_failed: 400,
  malformed_body: 400,
  malformed_request: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  second_factor_required: 401,
  invalid_code: 401,
  forbidden: 403,
  wrong_password: 403,
  two_factor_required: 403,
  email_not_verified: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  email_taken: 409,
  username_taken: 409,
  payload_too_large: 413,
  unsupported_media: 415,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
  insufficient_storage: 507,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatuses;
