import { setTimeout as sleep } from 'node:timers/promises';
import type { Email, Sender } from './email-transport.ts';
import { PermanentEmailError } from './email-transport.ts';
import { createSmtpTransport } from './smtp-transport.ts';

const timeoutMs = 15_000;
const errorMaxLength = 500;

export interface TestEmailResult {
  outcome: 'accepted' | 'failed' | 'no_mail_server';
  /** The response of the mail server or the reason why there is none, without passwords. */
  error: string | null;
}

/** Sends an email at once, with a connection of its own and without retries. */
export async function sendTestEmail(
  { smtpUrl, sender }: { smtpUrl: string | undefined; sender: () => Sender },
  email: Email,
): Promise<TestEmailResult> {
  if (smtpUrl === undefined) return { outcome: 'no_mail_server', error: null };
  const transport = createSmtpTransport({ url: smtpUrl, sender });
  const stopping = new AbortController();
  const { signal } = stopping;
  const timeout = sleep(timeoutMs, undefined, { signal }).then(() => {
    throw new Error(`The mail server did not respond within ${timeoutMs / 1000} seconds.`);
  });
  try {
    await Promise.race([transport.send(email), timeout]);
    return { outcome: 'accepted', error: null };
  } catch (error) {
    const cause = error instanceof PermanentEmailError ? error.cause : error;
    return { outcome: 'failed', error: describeError(cause, smtpUrl) };
  } finally {
    stopping.abort();
    timeout.catch(() => undefined);
    transport.close();
  }
}

/** The message in one line, without the password, which a mail server might repeat. */
function describeError(error: unknown, smtpUrl: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const text = listSecrets(smtpUrl).reduce(
    (rest, secret) => rest.replaceAll(secret, '***'),
    message,
  );
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, errorMaxLength);
}

/** The password as in the URL, as text, and in the forms of AUTH PLAIN and AUTH LOGIN. */
function listSecrets(smtpUrl: string): string[] {
  const { username, password: encoded } = new URL(smtpUrl);
  if (encoded === '') return [];
  const [user, password] = [decodeURIComponent(username), decodeURIComponent(encoded)];
  const toBase64 = (text: string) => Buffer.from(text).toString('base64');
  const nul = String.fromCodePoint(0);
  return [toBase64(`${nul}${user}${nul}${password}`), toBase64(password), encoded, password];
}
