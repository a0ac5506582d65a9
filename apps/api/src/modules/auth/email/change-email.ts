import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import { countRecipient } from '../../../platform/rate-limits/recipient-limit.ts';
import { UnauthenticatedError } from '../../../platform/errors.ts';
import type { Locale } from '../../../platform/messages.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { requireAllowedEmail } from '../../instance/index.ts';
import {
  findAccountByEmail,
  findAccountEmail,
  lockAccounts,
  replaceEmail,
  replaceUnprovenEmail,
} from '../../users/index.ts';
import type { AccountEmail } from '../../users/index.ts';
import { confirmPassword, requireOwnCredentials } from '../sign-in/confirm-password.ts';
import { hashResetToken } from '../passwords/reset-links.ts';
import {
  deleteCredentialsSince,
  invalidatePasswordResets,
} from '../passwords/password-resets.repository.ts';
import {
  alreadyVerified,
  findLink,
  invalidLink,
  isEmailTaken,
  requireMailServer,
} from './email-links.ts';
import type { EmailVerificationDependencies } from './email-links.ts';
import type { EventOrigin } from './security-emails.ts';
import { createLink, sendChangeLink, sendRestoreLink } from './verification-emails.ts';
import type { EmailVerification } from './email-verifications.repository.ts';
import {
  consumeEmailVerification,
  deleteEmailVerifications,
  deleteLaterRestoreLinks,
  insertEmailVerification,
} from './email-verifications.repository.ts';

/**
 * Replaces the viewer's address. One that is not verified, such as a mistyped one, is replaced at once. A
 * verified one stays until the link to the new one is opened.
 * @returns whether the address was replaced at once
 * @throws RateLimitedError after too many wrong passwords or emails
 * @throws AppError `wrong_password`
 * @throws ValidationError for a blocked domain
 * @throws ConflictError for the present address, and if there is no mail server; `email_taken` only to an
 * account whose address is not verified
 */
export async function changeEmail(
  dependencies: EmailVerificationDependencies,
  viewer: Viewer,
  input: { email: string; password: string },
  origin: EventOrigin,
): Promise<boolean> {
  const { verificationEmails, database } = dependencies;
  requireMailServer(verificationEmails);
  requireAllowedEmail(dependencies.siteSettings, input.email);
  const own = await requireOwnCredentials(database, viewer);
  const { password } = input;
  await confirmPassword(dependencies, viewer, own, { password, address: origin.address });
  const account = await findAccountEmail(database, viewer.userId);
  if (account?.isProven === true) {
    await requestChange(dependencies, account, input.email, origin);
    return false;
  }
  await replaceAtOnce(dependencies, viewer, input.email, origin.locale);
  return true;
}

/** Links for the address before become invalid. */
async function replaceAtOnce(
  { database, verificationEmails, clock }: EmailVerificationDependencies,
  { userId }: Viewer,
  email: string,
  locale: Locale,
): Promise<void> {
  try {
    await database.$transaction(async (tx) => {
      await lockAccounts(tx, [userId]);
      if (!(await replaceUnprovenEmail(tx, userId, email))) throw alreadyVerified();
      await deleteEmailVerifications(tx, userId);
      await invalidatePasswordResets(tx, userId, clock.now());
    });
  } catch (error) {
    if (isEmailTaken(error)) verificationEmails.offer(email, locale);
    throw error;
  }
  verificationEmails.welcome({ id: userId, email }, locale);
}

/**
 * Sends a link to the new address, and a notice to the present one. Neither the response nor the status
 * reveals whether another account has the new address.
 */
async function requestChange(
  dependencies: EmailVerificationDependencies,
  account: AccountEmail,
  email: string,
  origin: EventOrigin,
): Promise<void> {
  const { database, rateLimiter, clock, securityEmails, verificationEmails } = dependencies;
  const { id: userId, username } = account;
  if (email === account.email) throw alreadyVerified();
  await rateLimiter.consume('securityEmails', `change-email:${userKey(userId)}`);
  await countRecipient(rateLimiter, email);
  const { token, ...link } = createLink('change', clock.now());
  await database.$transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    await deleteEmailVerifications(tx, userId);
    await insertEmailVerification(tx, { userId, email, ...link });
  });
  securityEmails.notify(userId, { type: 'emailChangeRequested', name: email }, origin);
  const { locale } = origin;
  if ((await findAccountByEmail(database, email)) === null) {
    sendChangeLink(dependencies, { to: email, token, username, locale });
  } else verificationEmails.offer(email, locale);
}

/** Replaces the address, and sends a link that restores it to the address before. */
export async function completeChange(
  dependencies: EmailVerificationDependencies,
  { userId, email }: EmailVerification,
  { tokenHash, locale }: { tokenHash: Buffer; locale: Locale },
): Promise<void> {
  const { database, clock, logger } = dependencies;
  const now = clock.now();
  const { token, ...link } = createLink('restore', now);
  const former = await database.$transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    if (!(await consumeEmailVerification(tx, tokenHash))) throw invalidLink();
    const account = await findAccountEmail(tx, userId);
    if (account === null) throw new UnauthenticatedError();
    await replaceEmail(tx, userId, { email, at: now });
    await deleteEmailVerifications(tx, userId);
    await invalidatePasswordResets(tx, userId, now);
    await insertEmailVerification(tx, { userId, email: account.email, ...link });
    return account;
  });
  logger.info({ userId }, 'an email address was changed');
  const { username, email: to } = former;
  sendRestoreLink(dependencies, { to, username, email, token, locale });
}

/**
 * Gives an account its former address back, for the owner of this address. Whoever has changed it is signed
 * out, and loses all means to sign in that were added since.
 * @throws ValidationError for an invalid token
 * @throws ConflictError `email_taken`, if another account has the address
 */
export async function restoreEmail(
  dependencies: EmailVerificationDependencies,
  token: string,
): Promise<void> {
  const { database, clock, sessions, logger } = dependencies;
  const now = clock.now();
  const tokenHash = hashResetToken(token);
  const { userId, email, createdAt } = await findLink(dependencies, tokenHash, ['restore']);
  const ended = await database.$transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    if (!(await consumeEmailVerification(tx, tokenHash))) throw invalidLink();
    await replaceEmail(tx, userId, { email, at: now });
    await deleteEmailVerifications(tx, userId);
    await deleteLaterRestoreLinks(tx, userId, createdAt);
    await deleteCredentialsSince(tx, userId, createdAt);
    await invalidatePasswordResets(tx, userId, now);
    return sessions.revokeAll(tx, userId);
  });
  sessions.forget(ended);
  logger.info({ userId }, 'an email address was restored');
}
