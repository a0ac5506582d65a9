import type { LimitName } from '@skein/contracts/http';
import { z } from 'zod';
import { readVariables, setting, wholeNumber } from './fields.ts';

/** A maximum of requests per time window. */
export interface RateLimitRule {
  max: number;
  seconds: number;
  /** Allows one more request per this many seconds after a burst of `max`. */
  steadySeconds?: number;
}

export type RateLimitRules = Readonly<Record<LimitName, RateLimitRule>>;

const unitSeconds = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 60 * 60],
]);

/** A number and a duration, such as `300/1m`. */
const rule = z
  .string()
  .regex(/^[1-9]\d{0,6}\/[1-9]\d{0,3}[smh]$/, {
    error: 'must be a number and a time, such as 300/1m, 30/90s or 60/1h',
  })
  .transform((text): RateLimitRule => {
    const [max = '', time = ''] = text.split('/');
    return {
      max: Number(max),
      seconds: Number.parseInt(time, 10) * (unitSeconds.get(time.slice(-1)) ?? 1),
    };
  });

const limit = (name: string, value: string, description: string) =>
  setting(`RATE_LIMIT_${name}`, rule.prefault(value), description);

const ruleFields = {
  reads: limit('READS', '300/1m', 'Reads per user'),
  writes: limit('WRITES', '60/1m', 'Writes per user'),
  searches: limit('SEARCHES', '30/1m', 'Searches per user'),
  translations: limit('TRANSLATIONS', '60/15m', 'Translated threads per user'),
  gifs: limit('GIFS', '60/5m', 'Searches for GIFs per user'),
  posts: limit('POSTS', '1000/24h', 'Threads, replies, quotes and edits per user'),
  reports: limit('REPORTS', '100/24h', 'Reports of a user to the moderators'),
  uploads: limit('UPLOADS', '30/30m', 'Posts and messages with files per user'),
  images: limit('IMAGES', '3000/30m', 'Megapixels of uploaded images per user, in all frames'),
  exports: limit(
    'EXPORTS',
    '3/1h',
    'Account exports per user; also one at a time per user and two per server',
  ),
  follows: limit('FOLLOWS', '60/1h', 'Follows per user'),
  importedFollows: limit(
    'IMPORTED_FOLLOWS',
    '2000/24h',
    'Follows of a user from [imported files](export.md#import). Beyond it, an import waits',
  ),
  importedMegabytes: limit(
    'IMPORTED_MEGABYTES',
    '1000/24h',
    'Megabytes of [imported files](export.md#import-posts) that are read per user, after unpacking',
  ),
  messages: setting(
    'RATE_LIMIT_MESSAGES',
    rule.transform((burst) => ({ ...burst, steadySeconds: 1 })).prefault('60/1m'),
    'Messages of a user in a burst. After it, one per second',
  ),
  groups: limit('GROUPS', '20/24h', 'Groups that a user creates'),
  groupMembers: limit('GROUP_MEMBERS', '500/24h', 'Users that a user adds to groups'),
  groupInvites: limit('GROUP_INVITES', '30/1h', 'Invite links of groups that a user opens'),
  logins: limit('LOGINS', '30/5m', 'Login attempts per IP address'),
  loginFailures: limit(
    'LOGIN_FAILURES',
    '25/1h',
    'Wrong passwords for one account from one IP address',
  ),
  accountLoginFailures: limit(
    'ACCOUNT_LOGIN_FAILURES',
    '100/1h',
    'Wrong passwords for one account from all IP addresses',
  ),
  // Allows an attacker who knows the password one in 16,000 codes a day.
  secondFactorFailures: limit(
    'SECOND_FACTOR_FAILURES',
    '20/24h',
    'Wrong codes of the authenticator app for one account from all IP addresses. Recovery codes do not count',
  ),
  registrations: limit('REGISTRATIONS', '5/30m', 'New accounts per IP address'),
  appRegistrations: limit(
    'APP_REGISTRATIONS',
    '10/1h',
    'Third-party apps that register themselves, per IP address',
  ),
  passwordResets: limit('PASSWORD_RESETS', '5/1h', 'Password reset emails per IP address'),
  securityEmails: limit(
    'SECURITY_EMAILS',
    '10/1h',
    'Emails to one user about sign-ins, and about changes',
  ),
  recipientEmails: limit(
    'RECIPIENT_EMAILS',
    '5/1h',
    'Emails to one address that others can cause: links to verify it or to set a password, and security notices to an address that is not verified',
  ),
  recipientDailyEmails: limit('RECIPIENT_DAILY_EMAILS', '10/24h', 'The same emails per day'),
  newAccountMentions: limit(
    'NEW_ACCOUNT_MENTIONS',
    '20/24h',
    'Mentions by a new account of users who do not follow it',
  ),
  newAccountLinks: limit('NEW_ACCOUNT_LINKS', '10/24h', 'Links of a new account'),
  newAccountFollows: limit('NEW_ACCOUNT_FOLLOWS', '20/1h', 'Follows of a new account'),
  newAccountMessages: limit(
    'NEW_ACCOUNT_MESSAGES',
    '10/24h',
    'Conversations that a new account begins with strangers',
  ),
  repeatedTexts: limit('REPEATED_TEXTS', '10/1h', 'Strangers who get the same text from one user'),
  federationActivities: limit(
    'FEDERATION_ACTIVITIES',
    '300/1m',
    'Activities that another server sends',
  ),
  federationActors: limit(
    'FEDERATION_ACTORS',
    '60/1h',
    'Unknown accounts that another server sends activities of',
  ),
  federationFetches: limit(
    'FEDERATION_FETCHES',
    '120/1m',
    'Documents that activities of another server make this one fetch',
  ),
  federationLookups: limit(
    'FEDERATION_LOOKUPS',
    '30/1h',
    'Searches of a user for unknown accounts of other servers',
  ),
  signedOut: limit('SIGNED_OUT', '60/1m', 'Requests without an account per IP address'),
  // A first visit loads about 60 files, and all users of a school may share one IP address.
  public: limit(
    'PUBLIC',
    '6000/1m',
    'Pages, assets, media, health checks and unknown paths per IP address and server',
  ),
} satisfies Record<LimitName, z.ZodType<RateLimitRule>>;

export const limitFields = {
  factor: setting(
    'RATE_LIMIT_FACTOR',
    z
      .string()
      .regex(/^\d{1,4}(\.\d{1,3})?$/, { error: 'must be a number, such as 1, 0.5 or 10' })
      .transform(Number)
      .prefault('1'),
    'Multiplies all rate limits. `0` turns all limits off and is not allowed in production',
  ),
  ...ruleFields,
  streamsPerAddressMax: setting(
    'STREAMS_PER_ADDRESS',
    wholeNumber(1, 1_000_000).prefault('50'),
    'Open event streams per IP address, one for each open browser',
  ),
  connectionsPerAddressMax: setting(
    'CONNECTIONS_PER_ADDRESS',
    wholeNumber(1, 1_000_000).prefault('500'),
    'Open connections per IP address. No limit if `TRUST_PROXY` is set',
  ),
};

export const limitSettings = z
  .object(limitFields)
  .transform(({ factor, streamsPerAddressMax, connectionsPerAddressMax, ...rules }) => ({
    /** Null if rate limits are disabled. */
    rateLimitRules: factor === 0 ? null : multiply(rules, factor),
    /** Infinity if rate limits are disabled. */
    streamsPerAddressMax: factor === 0 ? Infinity : streamsPerAddressMax,
    connectionsPerAddressMax: factor === 0 ? Infinity : connectionsPerAddressMax,
  }));

/** Returns the rules that these variables set; null if they disable rate limits. */
export function readRateLimits(
  source: Readonly<Record<string, string | undefined>>,
): RateLimitRules | null {
  return limitSettings.parse(readVariables(limitFields, source)).rateLimitRules;
}

function multiply(rules: RateLimitRules, factor: number): RateLimitRules {
  const multiplied = Object.entries(rules).map(([name, each]) => [
    name,
    { ...each, max: Math.max(1, Math.round(each.max * factor)) },
  ]);
  // Object.fromEntries does not preserve the key type.
  return Object.fromEntries(multiplied) as RateLimitRules;
}
