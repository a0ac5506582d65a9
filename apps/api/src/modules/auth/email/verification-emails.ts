import { randomBytes } from 'node:crypto';
import type { Database } from '@skein/db';
import type { RateLimitsModule } from '../../../platform/rate-limits/index.ts';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import { countRecipient } from '../../../platform/rate-limits/recipient-limit.ts';
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
import { findAccountByEmail, findAccountEmail } from '../../users/index.ts';

/** The validity of a link. */
const lifetimeMs = 24 * 60 * 60 * 1000;
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

    /** After the registration of an account. */
    welcome: (userId: string, locale: Locale): void =>
      inBackground(async () => {
        const account = await findAccountEmail(database, userId);
        if (account !== null) await send(dependencies, account, 'verify', locale);
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
  const token = randomBytes(tokenBytes).toString('base64url');
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs);
  await deleteExpiredVerifications(database, createdAt);
  const tokenHash = hashResetToken(token);
  const verification = { userId: id, email, tokenHash, createdAt, expiresAt };
  if (!(await insertEmailVerification(database, verification, requestId))) return;
  const instance = siteSettings.current().name;
  // In the fragment, which servers and Referer headers never receive.
  const link = new URL(`/verify-email#token=${token}`, publicUrl).href;
  emailSender.send({
    to: email,
    subject: t(locale, `email.${kind}.subject`, { instance }),
    text: t(locale, `email.${kind}.text`, { instance, username, link }),
  });
}
