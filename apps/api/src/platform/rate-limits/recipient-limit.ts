import { createHash } from 'node:crypto';
import type { RateLimiter } from './rate-limits.ts';

/** Mail servers of Gmail ignore dots. Elsewhere, addresses that differ in them can belong to two people. */
const gmailHosts: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

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
 * Many mail servers deliver addresses that differ in tags (`name+tag@…`) to the same mailbox.
 * Hashed, so that counters contain no email address.
 */
function recipientKey(address: string): string {
  const [name = '', host = ''] = address.toLowerCase().split('@');
  const untagged = name.replace(/(?<=.)\+.*$/, '');
  const mailbox = gmailHosts.has(host)
    ? `${untagged.replaceAll('.', '')}@gmail.com`
    : `${untagged}@${host}`;
  return `email:${createHash('sha256').update(mailbox).digest('base64url').slice(0, 22)}`;
}
