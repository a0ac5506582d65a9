import type { NotificationType } from '@skein/contracts/notifications';

/** Mastodon's names of notification types. */
export const notificationTypeNames: Record<NotificationType, string> = {
  like: 'favourite',
  // Pleroma's extension.
  reaction: 'pleroma:emoji_reaction',
  reply: 'mention',
  mention: 'mention',
  repost: 'reblog',
  quote: 'quote',
  follow: 'follow',
  follow_request: 'follow_request',
  follow_approved: 'follow',
  poll_ended: 'poll',
  new_thread: 'status',
  moderation_warning: 'moderation_warning',
  // Notifications of these types are not listed, because Mastodon has no such types.
  moved: 'moved',
  report_message: 'report_message',
};

/** The types that apps get. */
export const isKnownToApps = (type: NotificationType): boolean =>
  type !== 'report_message' && type !== 'moved';

/** The types for which apps can choose alerts, also those that Skein does not have. */
export const alertNames = [
  'mention',
  'quote',
  'status',
  'reblog',
  'follow',
  'follow_request',
  'favourite',
  'pleroma:emoji_reaction',
  'poll',
  'update',
  'quoted_update',
  'admin.sign_up',
  'admin.report',
] as const;
