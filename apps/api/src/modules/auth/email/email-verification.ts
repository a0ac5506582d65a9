import type { Database } from '@skein/db';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import type { Clock } from '../../../platform/clock.ts';
import {
  ConflictError,
  ForbiddenError,
  UnauthenticatedError,
  ValidationError,
} from '../../../platform/errors.ts';
import type { Locale } from '../../../platform/messages.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import { requireAllowedEmail } from '../../instance/index.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';
import {
  findAccountEmail,
  lockAccounts,
  proveEmail,
  releaseAccountEmail,
  replaceUnprovenEmail,
} from '../../users/index.ts';
import { confirmPassword, requireOwnCredentials } from '../sign-in/confirm-password.ts';
import type { ConfirmationDependencies } from '../sign-in/confirm-password.ts';
import type { EmailVerification } from './email-verifications.repository.ts';
import { hashResetToken } from '../passwords/reset-links.ts';
import type { EventOrigin } from './security-emails.ts';
import type { VerificationEmails } from './verification-emails.ts';
import { invalidatePasswordResets } from '../passwords/password-resets.repository.ts';
import {
  deleteEmailVerifications,
  findEmailVerification,
  consumeEmailVerification,
} from './email-verifications.repository.ts';

export interface EmailVerificationDependencies extends ConfirmationDependencies {
  verificationEmails: VerificationEmails;
  database: Database;
  siteSettings: CurrentSiteSettings;
  clock: Clock;
}

/** @throws UnauthenticatedError when the account is deleted */
export async function getEmailStatus(
  { database, verificationEmails }: EmailVerificationDependencies,
  { userId }: Viewer,
): Promise<{ email: string; isVerified: boolean; canVerify: boolean }> {
  const account = await findAccountEmail(database, userId);
  if (account === null) throw new UnauthenticatedError();
  const { email, isProven } = account;
  return { email, isVerified: isProven, canVerify: verificationEmails.isOn };
}

/**
 * @throws ConflictError if there is nothing to verify, or no mail server
 * @throws RateLimitedError after too many emails
 */
export async function sendVerificationEmail(
  { database, verificationEmails }: EmailVerificationDependencies,
  { userId }: Viewer,
  { id, attempt }: Idempotency,
  locale: Locale,
): Promise<void> {
  if (attempt === 'completed') return;
  requireMailServer(verificationEmails);
  const account = await findAccountEmail(database, userId);
  if (account === null) throw new UnauthenticatedError();
  if (account.isProven) throw alreadyVerified();
  if (account.email === '') {
    throw new ConflictError('conflict', 'error.emailMissing');
  }
  await verificationEmails.send(account, locale, id);
}

/**
 * Verifies the address of the viewer's account. The session is required, because a wrong address may
 * belong to somebody else, who must not take over the account with it.
 * @throws ValidationError for an invalid token
 * @throws ForbiddenError for the link of another account
 */
export async function verifyEmail(
  { database, clock }: EmailVerificationDependencies,
  { userId }: Viewer,
  token: string,
): Promise<void> {
  const tokenHash = hashResetToken(token);
  const link = await findLink({ database, clock }, tokenHash);
  if (link.userId !== userId) {
    throw new ForbiddenError('error.linkOfOtherAccount');
  }
  await database.$transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    if (!(await consumeEmailVerification(tx, tokenHash))) throw invalidLink();
    const proof = { email: link.email, at: clock.now() };
    if (!(await proveEmail(tx, userId, proof))) throw invalidLink();
    await deleteEmailVerifications(tx, userId);
  });
}

/**
 * Removes an address from an account that has not verified it, so that its owner can use it. The account
 * keeps its sessions and its data, and the owner of the address gets nothing of it.
 * @throws ValidationError for an invalid token, and if the address was verified meanwhile
 */
export async function releaseEmail(
  { database, clock }: EmailVerificationDependencies,
  token: string,
): Promise<void> {
  const tokenHash = hashResetToken(token);
  const { userId, email } = await findLink({ database, clock }, tokenHash);
  await database.$transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    if (!(await consumeEmailVerification(tx, tokenHash))) throw invalidLink();
    if (!(await releaseAccountEmail(tx, userId, email))) throw invalidLink();
    await deleteEmailVerifications(tx, userId);
    await invalidatePasswordResets(tx, userId, clock.now());
  });
}

/**
 * Replaces the viewer's address while it is not verified: a mistyped one, or one that its owner has
 * removed. Links for the address before become invalid.
 * @throws RateLimitedError after too many wrong passwords
 * @throws AppError `wrong_password`
 * @throws ValidationError for a blocked domain
 * @throws ConflictError `email_taken`, and if the address is verified or there is no mail server
 */
export async function changeEmail(
  dependencies: EmailVerificationDependencies,
  viewer: Viewer,
  input: { email: string; password: string },
  { address, locale }: EventOrigin,
): Promise<void> {
  const { verificationEmails, database, clock } = dependencies;
  requireMailServer(verificationEmails);
  requireAllowedEmail(dependencies.siteSettings, input.email);
  const own = await requireOwnCredentials(database, viewer);
  await confirmPassword(dependencies, viewer, own, { password: input.password, address });
  try {
    await database.$transaction(async (tx) => {
      await lockAccounts(tx, [viewer.userId]);
      if (!(await replaceUnprovenEmail(tx, viewer.userId, input.email))) {
        throw alreadyVerified();
      }
      await deleteEmailVerifications(tx, viewer.userId);
      await invalidatePasswordResets(tx, viewer.userId, clock.now());
    });
  } catch (error) {
    if (isEmailTaken(error)) verificationEmails.offer(input.email, locale);
    throw error;
  }
  verificationEmails.welcome(viewer.userId, locale);
}

export function isEmailTaken(error: unknown): boolean {
  return error instanceof ConflictError && error.code === 'email_taken';
}

async function findLink(
  { database, clock }: Pick<EmailVerificationDependencies, 'database' | 'clock'>,
  tokenHash: Buffer,
): Promise<EmailVerification> {
  const link = await findEmailVerification(database, tokenHash, clock.now());
  if (link === null) throw invalidLink();
  return link;
}

function requireMailServer({ isOn }: Pick<VerificationEmails, 'isOn'>): void {
  if (!isOn) throw new ConflictError('conflict', 'error.noMailServer');
}

function alreadyVerified(): ConflictError {
  return new ConflictError('conflict', 'error.emailVerified');
}

function invalidLink(): ValidationError {
  const message = 'error.linkInvalid';
  return new ValidationError([{ path: 'token', message }]);
}
