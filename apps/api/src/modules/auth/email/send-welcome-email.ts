import type { Locale } from '../../../platform/messages.ts';
import type { UsersModule } from '../../users/index.ts';
import { offerAdministration } from '../passwords/reset-password.ts';
import type { SendingDependencies } from '../passwords/reset-password.ts';
import type { VerificationEmails } from './verification-emails.ts';

export interface WelcomeEmailDependencies extends SendingDependencies {
  users: Pick<UsersModule, 'isConfiguredEmail'>;
  verificationEmails: VerificationEmails;
}

/** Sends the first email to a new account, whose address is not verified. */
export function sendWelcomeEmail(
  dependencies: WelcomeEmailDependencies,
  { id, email }: { id: string; email: string },
  locale: Locale,
): void {
  const { users, verificationEmails } = dependencies;
  if (verificationEmails.isOn) verificationEmails.welcome({ id, email }, locale);
  else if (users.isConfiguredEmail(email)) offerAdministration(dependencies, { id, email }, locale);
}
