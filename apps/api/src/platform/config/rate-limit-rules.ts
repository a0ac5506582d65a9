import type { LimitName } from '@skein/contracts/http';
import { z } from 'zod';

/** A maximum of requests per time window. */
export interface RateLimitRule {
  max: number;
  seconds: number;
  /** Allows one more request per this many seconds after a burst of `max`. */
  steadySeconds?: number;
}

export type RateLimitRules = Readonly<Record<LimitName, RateLimitRule>>;

const minute = 60;
const hour = 60 * minute;

/** The environment variable, name and default of each rate limit. */
export const rateLimitVariables = {
  RATE_LIMIT_READS: ['reads', { max: 300, seconds: minute }],
  RATE_LIMIT_WRITES: ['writes', { max: 60, seconds: minute }],
  RATE_LIMIT_SEARCHES: ['searches', { max: 30, seconds: minute }],
  RATE_LIMIT_POSTS: ['posts', { max: 1000, seconds: 24 * hour }],
  RATE_LIMIT_REPORTS: ['reports', { max: 100, seconds: 24 * hour }],
  RATE_LIMIT_UPLOADS: ['uploads', { max: 30, seconds: 30 * minute }],
  RATE_LIMIT_EXPORTS: ['exports', { max: 3, seconds: hour }],
  // Counts megapixels of all frames.
  RATE_LIMIT_IMAGES: ['images', { max: 3000, seconds: 30 * minute }],
  RATE_LIMIT_FOLLOWS: ['follows', { max: 60, seconds: hour }],
  // An import waits until the next window.
  RATE_LIMIT_IMPORTED_FOLLOWS: ['importedFollows', { max: 2000, seconds: 24 * hour }],
  // Counts megabytes of imported files, after unpacking.
  RATE_LIMIT_IMPORTED_MEGABYTES: ['importedMegabytes', { max: 1000, seconds: 24 * hour }],
  RATE_LIMIT_MESSAGES: ['messages', { max: 60, seconds: minute, steadySeconds: 1 }],
  // Counts the created groups.
  RATE_LIMIT_GROUPS: ['groups', { max: 20, seconds: 24 * hour }],
  // Counts the added users.
  RATE_LIMIT_GROUP_MEMBERS: ['groupMembers', { max: 500, seconds: 24 * hour }],
  RATE_LIMIT_GROUP_INVITES: ['groupInvites', { max: 30, seconds: hour }],
  RATE_LIMIT_LOGINS: ['logins', { max: 30, seconds: 5 * minute }],
  RATE_LIMIT_LOGIN_FAILURES: ['loginFailures', { max: 25, seconds: hour }],
  RATE_LIMIT_ACCOUNT_LOGIN_FAILURES: ['accountLoginFailures', { max: 100, seconds: hour }],
  // Per account. Allows an attacker who knows the password one in 16,000 codes a day.
  RATE_LIMIT_SECOND_FACTOR_FAILURES: ['secondFactorFailures', { max: 20, seconds: 24 * hour }],
  RATE_LIMIT_REGISTRATIONS: ['registrations', { max: 5, seconds: 30 * minute }],
  RATE_LIMIT_APP_REGISTRATIONS: ['appRegistrations', { max: 10, seconds: hour }],
  RATE_LIMIT_PASSWORD_RESETS: ['passwordResets', { max: 5, seconds: hour }],
  // Per account, for sign-ins and for changes.
  RATE_LIMIT_SECURITY_EMAILS: ['securityEmails', { max: 10, seconds: hour }],
  // Per email address, over all accounts.
  RATE_LIMIT_RECIPIENT_EMAILS: ['recipientEmails', { max: 5, seconds: hour }],
  RATE_LIMIT_RECIPIENT_DAILY_EMAILS: ['recipientDailyEmails', { max: 10, seconds: 24 * hour }],
  // For new accounts, apart from the limits above.
  RATE_LIMIT_NEW_ACCOUNT_MENTIONS: ['newAccountMentions', { max: 20, seconds: 24 * hour }],
  RATE_LIMIT_NEW_ACCOUNT_LINKS: ['newAccountLinks', { max: 10, seconds: 24 * hour }],
  RATE_LIMIT_NEW_ACCOUNT_FOLLOWS: ['newAccountFollows', { max: 20, seconds: hour }],
  RATE_LIMIT_NEW_ACCOUNT_MESSAGES: ['newAccountMessages', { max: 10, seconds: 24 * hour }],
  // Per account and text: the strangers who receive it.
  RATE_LIMIT_REPEATED_TEXTS: ['repeatedTexts', { max: 10, seconds: hour }],
  RATE_LIMIT_SIGNED_OUT: ['signedOut', { max: 60, seconds: minute }],
  // A first visit loads about 60 files, and all users of a school may share one IP address.
  RATE_LIMIT_PUBLIC: ['public', { max: 6000, seconds: minute }],
} as const satisfies Record<string, readonly [LimitName, RateLimitRule]>;

const unitSeconds = new Map([
  ['s', 1],
  ['m', minute],
  ['h', hour],
]);

const ruleField = z
  .string()
  .regex(/^[1-9]\d{0,6}\/[1-9]\d{0,3}[smh]$/, {
    error: 'must be a number and a time, such as 300/1m, 30/90s or 60/1h',
  })
  .transform((text) => {
    const [max = '', time = ''] = text.split('/');
    return {
      max: Number(max),
      seconds: Number.parseInt(time, 10) * (unitSeconds.get(time.slice(-1)) ?? 1),
    };
  });

/** The part of the environment schema that sets rate limits. */
export const rateLimitFields = {
  RATE_LIMIT_FACTOR: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,3})?$/, { error: 'must be a number, such as 1, 0.5 or 10' })
    .transform(Number)
    .default(1),
  RATE_LIMIT_READS: ruleField.optional(),
  RATE_LIMIT_WRITES: ruleField.optional(),
  RATE_LIMIT_SEARCHES: ruleField.optional(),
  RATE_LIMIT_POSTS: ruleField.optional(),
  RATE_LIMIT_REPORTS: ruleField.optional(),
  RATE_LIMIT_UPLOADS: ruleField.optional(),
  RATE_LIMIT_EXPORTS: ruleField.optional(),
  RATE_LIMIT_IMAGES: ruleField.optional(),
  RATE_LIMIT_FOLLOWS: ruleField.optional(),
  RATE_LIMIT_IMPORTED_FOLLOWS: ruleField.optional(),
  RATE_LIMIT_IMPORTED_MEGABYTES: ruleField.optional(),
  RATE_LIMIT_MESSAGES: ruleField.optional(),
  RATE_LIMIT_GROUPS: ruleField.optional(),
  RATE_LIMIT_GROUP_MEMBERS: ruleField.optional(),
  RATE_LIMIT_GROUP_INVITES: ruleField.optional(),
  RATE_LIMIT_LOGINS: ruleField.optional(),
  RATE_LIMIT_LOGIN_FAILURES: ruleField.optional(),
  RATE_LIMIT_ACCOUNT_LOGIN_FAILURES: ruleField.optional(),
  RATE_LIMIT_SECOND_FACTOR_FAILURES: ruleField.optional(),
  RATE_LIMIT_REGISTRATIONS: ruleField.optional(),
  RATE_LIMIT_APP_REGISTRATIONS: ruleField.optional(),
  RATE_LIMIT_PASSWORD_RESETS: ruleField.optional(),
  RATE_LIMIT_SECURITY_EMAILS: ruleField.optional(),
  RATE_LIMIT_RECIPIENT_EMAILS: ruleField.optional(),
  RATE_LIMIT_RECIPIENT_DAILY_EMAILS: ruleField.optional(),
  RATE_LIMIT_NEW_ACCOUNT_MENTIONS: ruleField.optional(),
  RATE_LIMIT_NEW_ACCOUNT_LINKS: ruleField.optional(),
  RATE_LIMIT_NEW_ACCOUNT_FOLLOWS: ruleField.optional(),
  RATE_LIMIT_NEW_ACCOUNT_MESSAGES: ruleField.optional(),
  RATE_LIMIT_REPEATED_TEXTS: ruleField.optional(),
  RATE_LIMIT_SIGNED_OUT: ruleField.optional(),
  RATE_LIMIT_PUBLIC: ruleField.optional(),
} satisfies Record<keyof typeof rateLimitVariables | 'RATE_LIMIT_FACTOR', z.ZodType>;

type LimitValues = { RATE_LIMIT_FACTOR: number } & {
  [Name in keyof typeof rateLimitVariables]?: { max: number; seconds: number } | undefined;
};

/** Combines defaults and settings; null if rate limits are disabled. */
export function toRateLimitRules(values: LimitValues): RateLimitRules | null {
  const factor = values.RATE_LIMIT_FACTOR;
  if (factor === 0) return null;
  const rules = Object.entries(rateLimitVariables).map(([variable, [name, defaultRule]]) => {
    // Object.entries does not preserve the key type.
    const configured = values[variable as keyof typeof rateLimitVariables];
    const rule: RateLimitRule = { ...defaultRule, ...configured };
    return [name, { ...rule, max: Math.max(1, Math.round(rule.max * factor)) }] as const;
  });
  // One entry per name, as `satisfies` above and a test ensure.
  return Object.fromEntries(rules) as Record<LimitName, RateLimitRule>;
}
