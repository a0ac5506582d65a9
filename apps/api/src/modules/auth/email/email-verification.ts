import type { emailStatusSchema } from '@skein/contracts/auth';
import type { z } from 'zod';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import { ConflictError, ForbiddenError, UnauthenticatedError } from '../../../platform/errors.ts';
import type { Locale } from '../../../platform/messages.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import {
  findAccountEmail,
  lockAccounts,
  proveEmail,
  releaseAccountEmail,
} from '../../users/index.ts';
import { hashResetToken } from '../passwords/reset-links.ts';
import { invalidatePasswordResets } from '../passwords/password-resets.repository.ts';
import { completeChange } from './change-email.ts';
import { alreadyVerified, findLink, invalidLink, requireMailServer } from './email-links.ts';
import type { EmailVerificationDependencies } from './email-links.ts';
import {
  consumeEmailVerification,
  deleteEmailVerifications,
  findPendingEmail,
} from './email-verifications.repository.ts';

type EmailStatus = z.output<typeof emailStatusSchema>;

/** @throws UnauthenticatedError when the account is deleted */
export async function getEmailStatus(
  { database, verificationEmails, clock }: EmailVerificationDependencies,
  { userId }: Viewer,
): Promise<EmailStatus> {
  const account = await findAccountEmail(database, userId);
  if (account === null) throw new UnauthenticatedError();
  const { email, isProven } = account;
  const pendingEmail = await findPendingEmail(database, userId, clock.now());
  return { email, isVerified: isProven, canVerify: verificationEmails.isOn, pendingEmail };
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
 * Verifies the address of the viewer's account, or replaces it by the one that received the link. The
 * session is required, because a wrong address may belong to somebody else, who must not take over the
 * account with it.
 * @throws ValidationError for an invalid token
 * @throws ForbiddenError for the link of another account
 * @throws ConflictError `email_taken`, if another account got the new address meanwhile
 */
export async function verifyEmail(
  dependencies: EmailVerificationDependencies,
  { userId }: Viewer,
  token: string,
  locale: Locale,
): Promise<void> {
  const { database, clock } = dependencies;
  const tokenHash = hashResetToken(token);
  const link = await findLink(dependencies, tokenHash, ['verify', 'change']);
  if (link.userId !== userId) {
    throw new ForbiddenError('error.linkOfOtherAccount');
  }
  if (link.kind === 'change') {
    await completeChange(dependencies, link, { tokenHash, locale });
    return;
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
 * keeps its sessions and its data, and the owner of the address gets nothing of it. The link of a change
 * makes the change invalid.
 * @throws ValidationError for an invalid token, and if the address was verified meanwhile
 */
export async function releaseEmail(
  dependencies: EmailVerificationDependencies,
  token: string,
): Promise<void> {
  const { database, clock } = dependencies;
  const tokenHash = hashResetToken(token);
  const { userId, email, kind } = await findLink(dependencies, tokenHash, ['verify', 'change']);
  await database.$transaction(async (tx) => {
    await lockAccounts(tx, [userId]);
    if (!(await consumeEmailVerification(tx, tokenHash))) throw invalidLink();
    if (kind === 'change') return;
    if (!(await releaseAccountEmail(tx, userId, email))) throw invalidLink();
    await deleteEmailVerifications(tx, userId);
    await invalidatePasswordResets(tx, userId, clock.now());
  });
}
