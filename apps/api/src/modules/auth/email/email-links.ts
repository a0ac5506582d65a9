import { ConflictError, ValidationError } from '../../../platform/errors.ts';
import type { ConfirmationDependencies } from '../sign-in/confirm-password.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { findEmailVerification } from './email-verifications.repository.ts';
import type { EmailVerification, EmailVerificationKind } from './email-verifications.repository.ts';
import type { SecurityEmails } from './security-emails.ts';
import type { VerificationEmailDependencies, VerificationEmails } from './verification-emails.ts';

export interface EmailVerificationDependencies
  extends ConfirmationDependencies, VerificationEmailDependencies {
  verificationEmails: VerificationEmails;
  securityEmails: SecurityEmails;
  sessions: Pick<Sessions, 'revokeAll' | 'forget'>;
}

export function isEmailTaken(error: unknown): boolean {
  return error instanceof ConflictError && error.code === 'email_taken';
}

/** @throws ValidationError for an invalid token, and for a link of another kind */
export async function findLink(
  { database, clock }: Pick<EmailVerificationDependencies, 'database' | 'clock'>,
  tokenHash: Buffer,
  kinds: readonly EmailVerificationKind[],
): Promise<EmailVerification> {
  const link = await findEmailVerification(database, tokenHash, clock.now());
  if (link === null || !kinds.includes(link.kind)) throw invalidLink();
  return link;
}

export function requireMailServer({ isOn }: Pick<VerificationEmails, 'isOn'>): void {
  if (!isOn) throw new ConflictError('conflict', 'error.noMailServer');
}

export function alreadyVerified(): ConflictError {
  return new ConflictError('conflict', 'error.emailVerified');
}

export function invalidLink(): ValidationError {
  const message = 'error.linkInvalid';
  return new ValidationError([{ path: 'token', message }]);
}
