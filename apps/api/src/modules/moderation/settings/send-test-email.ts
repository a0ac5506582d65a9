import type { TestEmail } from '@skein/contracts/instance';
import type { Database } from '@skein/db';
import { userKey } from '../../../platform/rate-limits/rate-limits.ts';
import type { RateLimitsModule } from '../../../platform/rate-limits/index.ts';
import type { EmailModule } from '../../../platform/email/index.ts';
import { ConflictError } from '../../../platform/errors.ts';
import { t } from '../../../platform/messages.ts';
import type { Locale } from '../../../platform/messages.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';
import { findAccountEmail } from '../../users/index.ts';

export interface TestEmailDependencies {
  database: Database;
  emailSender: Pick<EmailModule, 'sendTest'>;
  rateLimiter: Pick<RateLimitsModule, 'consume'>;
  siteSettings: CurrentSiteSettings;
}

/**
 * Sends an email to the administrator and waits for the response of the mail server.
 * @throws ConflictError if the account has no email address
 * @throws RateLimitedError after too many emails
 */
export async function sendTestEmail(
  { database, emailSender, rateLimiter, siteSettings }: TestEmailDependencies,
  { userId }: Viewer,
  locale: Locale,
): Promise<TestEmail> {
  const email = (await findAccountEmail(database, userId))?.email ?? '';
  // Accounts without an address may have one of a host that never exists (RFC 2606).
  if (email === '' || email.endsWith('.invalid')) {
    throw new ConflictError('conflict', 'error.emailMissing');
  }
  await rateLimiter.consume('securityEmails', `test-email:${userKey(userId)}`);
  const instance = siteSettings.current().name;
  const result = await emailSender.sendTest({
    to: email,
    subject: t(locale, 'email.test.subject', { instance }),
    text: t(locale, 'email.test.text', { instance }),
  });
  return { email, ...result };
}
