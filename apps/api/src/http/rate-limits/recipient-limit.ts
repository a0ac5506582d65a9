import { createHash } from 'node:crypto';
import type { RateLimiter } from './rate-limits.ts';

/**
 * Counts an email that others than the owner of the address can cause, over all accounts and kinds of
 * emails. Not for emails about the security of an account to its verified address, nor for those that
 * moderators and administrators cause: nobody must be able to suppress them with other emails.
 * @throws RateLimitedError
 */
export async function countRecipient(
  rateLimiter: Pick<RateLimiter, 'consume'>,
  address: string,
): Promise<void> {
  const key = recipientKey(address);
  await rateLimiter.consume('recipientEmails', key);
  await rateLimiter.consume('recipientDailyEmails', key);
}

/**
 * Most mail servers deliver addresses that differ in tags (`name+tag@…`) or dots to the same mailbox.
 * Hashed, so that counters contain no email address.
 */
function recipientKey(address: string): string {
  const [name = '', host = ''] = address.toLowerCase().split('@');
  const mailbox = `${name.replace(/\+.*$/, '').replaceAll('.', '')}@${host}`;
  return `email:${createHash('sha256').update(mailbox).digest('base64url').slice(0, 22)}`;
}
