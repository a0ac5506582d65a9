import { createTransport } from 'nodemailer';
import { PermanentMailError } from './mail-transport.ts';
import type { MailTransport, Sender } from './mail-transport.ts';

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 30_000;

/**
 * Hands letters to a mail server.
 * @param url Such as `smtp://user:password@mail.example:587` or, with TLS from the start, `smtps://…`
 */
export function createSmtpTransport({ url, from }: { url: string; from: Sender }): MailTransport {
  const transporter = createTransport(
    {
      url,
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      socketTimeout: silenceTimeoutMs,
      // A letter is text that we wrote: it reads no file and no other address.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    async send(mail) {
      try {
        await transporter.sendMail(mail);
      } catch (error) {
        throw isRefusal(error) ? new PermanentMailError('refused', { cause: error }) : error;
      }
    },
    close: () => transporter.close(),
  };
}

/** Codes from 500 on are final, those from 400 on pass. */
function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
  return typeof code === 'number' && code >= 500;
}
