import { randomBytes } from 'node:crypto';
import type { Database } from '@skein/db';
import type { RateLimitsModule } from '../../../platform/rate-limits/index.ts';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import { countRecipient } from '../../../platform/rate-limits/recipient-limit.ts';
import { dayMs } from '../../../platform/clock.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EmailModule } from '../../../platform/email/index.ts';
import { RateLimitedError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/logger.ts';
import { t } from '../../../platform/messages.ts';
import type { Locale } from '../../../platform/messages.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';
import { hashResetToken } from '../passwords/reset-links.ts';
import {
  deleteExpiredVerifications,
  insertEmailVerification,
} from './email-verifications.repository.ts';
import type { EmailVerificationKind } from './email-verifications.repository.ts';
import { findAccountByEmail, findAccountEmail } from '../../users/index.ts';

/** The validity of a link that verifies or changes an address. */
const lifetimeMs = dayMs;
/** The validity of a link that restores an address. */
const restoreDays = 7;
const tokenBytes = 32;

export interface VerificationEmailDependencies {
  database: Database;
  rateLimiter: Pick<RateLimitsModule, 'consume'>;
  emailSender: Pick<EmailModule, 'send' | 'emailDirectory'>;
  clock: Clock;
  logger: Logger;
  siteSettings: CurrentSiteSettings;
  publicUrl: URL;
}

interface Recipient {
  id: string;
  username: string;
  email: string;
  /** The same for a repeated request, which sends nothing. */
  requestId?: string;
}

export type VerificationEmails = ReturnType<typeof createVerificationEmails>;

/**
 * Emails with a link that verifies the address of an account, or removes it from the account of somebody
 * else. Only with a mail server: otherwise nobody would read them.
 */
export function createVerificationEmails(dependencies: VerificationEmailDependencies) {
  const { database, logger, emailSender } = dependencies;
  const isOn = emailSender.emailDirectory === null;

  /** Runs after the response. */
  function inBackground(work: () => Promise<void>): void {
    if (!isOn) return;
    void work().catch((error: unknown) => {
      if (error instanceof RateLimitedError) return;
      logger.error({ err: error }, 'a link to verify an email address could not be made');
    });
  }

  return {
    isOn,

    /** @throws RateLimitedError after too many emails */
    send: (recipient: Recipient, locale: Locale, requestId: string) =>
      send(dependencies, { ...recipient, requestId }, 'verify', locale),

    /** After an account got an address. If it has changed again, the later change sends a link. */
    welcome: ({ id, email }: { id: string; email: string }, locale: Locale): void =>
      inBackground(async () => {
        const account = await findAccountEmail(database, id);
        if (account?.email === email) await send(dependencies, account, 'verify', locale);
      }),

    /**
     * After somebody wanted to use the address of an account: informs the owner of the address, unless
     * the account has verified it.
     */
    offer: (email: string, locale: Locale): void =>
      inBackground(async () => {
        const account = await findAccountByEmail(database, email);
        if (account !== null && !account.isProven) {
          await send(dependencies, account, 'claim', locale);
        }
      }),
  };
}

async function send(
  dependencies: VerificationEmailDependencies,
  { id, username, email, requestId }: Recipient,
  kind: 'verify' | 'claim',
  locale: Locale,
): Promise<void> {
  const { database, rateLimiter, emailSender, clock, siteSettings, publicUrl } = dependencies;
  // Counted apart, because anyone can cause the other kind.
  await rateLimiter.consume('securityEmails', `${kind}-email:${userKey(id)}`);
  await countRecipient(rateLimiter, email);
  const createdAt = clock.now();
  await deleteExpiredVerifications(database, createdAt);
  const { token, ...link } = createLink('verify', createdAt);
  if (!(await insertEmailVerification(database, { userId: id, email, ...link }, requestId))) return;
  const instance = siteSettings.current().name;
  emailSender.send({
    to: email,
    subject: t(locale, `email.${kind}.subject`, { instance }),
    text: t(locale, `email.${kind}.text`, {
      instance,
      username,
      link: toUrl(publicUrl, '/verify-email', token),
    }),
  });
}

interface ChangeEmail extends Pick<Recipient, 'username'> {
  /** The address that receives the email. */
  to: string;
  token: string;
  locale: Locale;
}

/** Sends the link that changes the address of an account, to its new address. */
export function sendChangeLink(
  { emailSender, siteSettings, publicUrl }: VerificationEmailDependencies,
  { to, token, username, locale }: ChangeEmail,
): void {
  const instance = siteSettings.current().name;
  const link = toUrl(publicUrl, '/verify-email', token);
  emailSender.send({
    to,
    subject: t(locale, 'email.change.subject', { instance }),
    text: t(locale, 'email.change.text', { instance, username, link }),
  });
}

/** Sends the link that restores the address of an account, to its former address. */
export function sendRestoreLink(
  { emailSender, siteSettings, publicUrl }: VerificationEmailDependencies,
  { to, token, username, locale, email }: ChangeEmail & { email: string },
): void {
  const instance = siteSettings.current().name;
  const link = toUrl(publicUrl, '/restore-email', token);
  emailSender.send({
    to,
    subject: t(locale, 'email.restore.subject', { instance }),
    text: t(locale, 'email.restore.text', { instance, username, email, link, days: restoreDays }),
  });
}

/** Creates the token of a link, and the row to store. */
export function createLink(kind: EmailVerificationKind, createdAt: Date) {
  const token = randomBytes(tokenBytes).toString('base64url');
  const validMs = kind === 'restore' ? restoreDays * dayMs : lifetimeMs;
  const expiresAt = new Date(createdAt.getTime() + validMs);
  return { token, kind, tokenHash: hashResetToken(token), createdAt, expiresAt };
}

function toUrl(publicUrl: URL, path: string, token: string): string {
  // In the fragment, which servers and Referer headers never receive.
  return new URL(`${path}#token=${token}`, publicUrl).href;
}
