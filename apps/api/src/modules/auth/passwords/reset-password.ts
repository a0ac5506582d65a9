import type { resetPasswordBodySchema } from '@skein/contracts/auth';
import type { Database } from '@skein/db';
import type { z } from 'zod';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import { countRecipient } from '../../../platform/rate-limits/recipient-limit.ts';
import type { RateLimitsModule } from '../../../platform/rate-limits/index.ts';
import { RateLimitedError, ValidationError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { EmailModule } from '../../../platform/email/index.ts';
import type { Locale } from '../../../platform/messages.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';
import {
  findCredentials,
  lockAccounts,
  proveEmailByResetLink,
  setPassword,
} from '../../users/index.ts';
import { requireStrongPassword } from '../sign-in/check-password.ts';
import type { Passwords } from './passwords.ts';
import { hashResetToken, createResetLink } from './reset-links.ts';
import { composeAdministratorEmail, composeResetEmail } from './reset-emails.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { EventOrigin, SecurityEmails } from '../email/security-emails.ts';
import type { VerificationEmails } from '../email/verification-emails.ts';
import {
  deleteExpiredPasswordResets,
  findResetOwner,
  hasValidPasswordReset,
  removeUnprovenCredentials,
  consumePasswordReset,
} from './password-resets.repository.ts';

export interface ResetDependencies {
  database: Database;
  verificationEmails: Pick<VerificationEmails, 'isOn' | 'offer'>;
  securityEmails: SecurityEmails;
  passwords: Passwords;
  sessions: Sessions;
  rateLimiter: Pick<RateLimitsModule, 'consume'>;
  emailSender: Pick<EmailModule, 'send'>;
  clock: Clock;
  logger: Logger;
  siteSettings: CurrentSiteSettings;
  publicUrl: URL;
}

export type SendingDependencies = Pick<
  ResetDependencies,
  'database' | 'rateLimiter' | 'emailSender' | 'clock' | 'logger' | 'siteSettings' | 'publicUrl'
>;

interface LinkEmail {
  userId: string;
  email: string;
  locale: Locale;
  compose: typeof composeResetEmail;
}

/**
 * Sends a link to set a new password to the owner of an address. Neither the response nor its time
 * reveals whether the account exists, because the email is sent after the response. An address that is
 * not verified may belong to somebody else, who gets a link to remove it from the account instead.
 */
export async function forgotPassword(
  dependencies: ResetDependencies,
  email: string,
  locale: Locale,
): Promise<void> {
  const account = await findCredentials(dependencies.database, email);
  if (!account?.isActive) return;
  // If there is no mail server, only the operator reads the link and decides who gets it.
  if (!account.isEmailProven && dependencies.verificationEmails.isOn) {
    dependencies.verificationEmails.offer(email, locale);
    return;
  }
  startSending(dependencies, { userId: account.id, email, locale, compose: composeResetEmail });
}

/**
 * Sends a link to an address configured as an administrator's, after somebody has registered with
 * it. The account becomes an administrator's only once the link was used, which proves that its
 * user owns the address.
 */
export function offerAdministration(
  dependencies: SendingDependencies,
  account: { id: string; email: string },
  locale: Locale,
): void {
  const { id: userId, email } = account;
  startSending(dependencies, { userId, email, locale, compose: composeAdministratorEmail });
}

/** Runs after the response. */
function startSending(dependencies: SendingDependencies, email: LinkEmail): void {
  void sendLink(dependencies, email).catch((error: unknown) => {
    dependencies.logger.error({ err: error }, 'a link to set a password could not be made');
  });
}

/**
 * Sends one email for several requests at the same moment. Sends none to an address that has received too many, unless
 * the account has no valid link: others can request emails for the owner of the address, who must always be able to get
 * a link.
 */
async function sendLink(
  dependencies: SendingDependencies,
  { userId, email, locale, compose }: LinkEmail,
): Promise<void> {
  const { database, emailSender, clock, siteSettings } = dependencies;
  const now = clock.now();
  await deleteExpiredPasswordResets(database, now);
  const isWithinLimit = await isRecipientWithinLimit(dependencies, email);
  const link = await database.$transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    // A link that was created after the start of this request was created by another request.
    const since = isWithinLimit ? now : new Date(0);
    if (await hasValidPasswordReset(tx, userId, { now, since })) return null;
    return createResetLink(dependencies, userId, tx);
  });
  if (link === null) return;
  const instanceName = siteSettings.current().name;
  emailSender.send({ to: email, ...compose({ locale, instanceName, link }) });
}

async function isRecipientWithinLimit(
  { rateLimiter }: Pick<ResetDependencies, 'rateLimiter'>,
  email: string,
): Promise<boolean> {
  try {
    await countRecipient(rateLimiter, email);
    return true;
  } catch (error) {
    if (error instanceof RateLimitedError) return false;
    throw error;
  }
}

/**
 * Sets a new password with the token of a link, which is valid once and proves the email address.
 * Ends all sessions of the account, and removes passkeys and identities that were added before the address
 * was proven, perhaps by somebody else.
 * @throws ValidationError for an invalid token and a weak password
 */
export async function resetPassword(
  { database, passwords, sessions, securityEmails, clock }: ResetDependencies,
  input: z.output<typeof resetPasswordBodySchema>,
  origin: EventOrigin,
): Promise<void> {
  const tokenHash = hashResetToken(input.token);
  // Checked first, so that only valid tokens cause the work of hashing.
  const owner = await findResetOwner(database, tokenHash, clock.now());
  if (owner === null) throw invalidLink();
  await requireStrongPassword(input.password, { email: owner.email, path: 'password' });
  const passwordHash = await passwords.hash(input.password, userKey(owner.id));
  const ended = await database.$transaction(async (tx) => {
    // Locked before the tokens, as in a change of the password, to avoid deadlocks.
    await lockAccounts(tx, [owner.id]);
    if (!(await consumePasswordReset(tx, tokenHash, clock.now()))) throw invalidLink();
    await setPassword(tx, owner.id, passwordHash);
    await removeUnprovenCredentials(tx, owner.id);
    await proveEmailByResetLink(tx, owner.id, clock.now());
    return sessions.revokeAll(tx, owner.id);
  });
  sessions.forget(ended);
  securityEmails.notify(owner.id, 'passwordChanged', origin);
}

function invalidLink(): ValidationError {
  const message = 'error.resetLinkInvalid';
  return new ValidationError([{ path: 'token', message }]);
}
