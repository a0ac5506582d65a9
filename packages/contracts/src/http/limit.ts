/**
 * Names of the rate limits. Each limit counts requests per user or, when signed out, per IP
 * address. The server's configuration sets the numbers.
 */
export const limitNames = [
  'reads',
  'writes',
  'searches',
  'translations',
  'posts',
  'reports',
  'uploads',
  'images',
  'exports',
  'follows',
  'importedFollows',
  'importedMegabytes',
  'messages',
  'groups',
  'groupMembers',
  'groupInvites',
  'logins',
  'loginFailures',
  'accountLoginFailures',
  'secondFactorFailures',
  'registrations',
  'appRegistrations',
  'passwordResets',
  'securityEmails',
  'recipientEmails',
  'recipientDailyEmails',
  'newAccountMentions',
  'newAccountLinks',
  'newAccountFollows',
  'newAccountMessages',
  'repeatedTexts',
  'signedOut',
  'public',
] as const;

export type LimitName = (typeof limitNames)[number];
