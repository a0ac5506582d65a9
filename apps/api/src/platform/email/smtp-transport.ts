import { PermanentEmailError } from './email-transport.ts';
import type { EmailTransport, Sender } from './email-transport.ts';

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 30_000;

/**
 * Hands letters to a mail server.
 * @param url Such as `smtp://user:password@mail.example:587` or, with TLS from the start, `smtps://…`
 */
export function createSmtpTransport({ url, from }: { url: string; from: Sender }): EmailTransport {
  let connecting: ReturnType<typeof connect> | undefined;
  return {
    async send(email) {
      connecting ??= connect(url, from);
      const transporter = await connecting;
      try {
        await transporter.sendMail(email);
      } catch (error) {
        throw isRefusal(error) ? new PermanentEmailError('refused', { cause: error }) : error;
      }
    },
    close: () => void connecting?.then((transporter) => transporter.close()),
  };
}

/** Loads what speaks to mail servers with the first letter: an instance writes few. */
async function connect(url: string, from: Sender) {
  const { createTransport } = await import('nodemailer');
  return createTransport(
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
}

/** Codes from 500 on are final, those from 400 on pass. */
function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
  return typeof code === 'number' && code >= 500;
}
