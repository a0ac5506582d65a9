import { PermanentEmailError, emailDefaults } from './email-transport.ts';
import type { EmailTransport, Sender } from './email-transport.ts';

const connectTimeoutMs = 10_000;
const socketTimeoutMs = 30_000;

/**
 * Sends emails through a mail server.
 * @param url such as `smtp://user:password@mail.example:587`, or `smtps://…` for implicit TLS
 */
export function createSmtpTransport({
  url,
  sender,
}: {
  url: string;
  sender: () => Sender;
}): EmailTransport {
  let connecting: ReturnType<typeof connect> | undefined;
  return {
    async send(email) {
      connecting ??= connect(url);
      const transporter = await connecting;
      try {
        await transporter.sendMail({ from: sender(), ...email });
      } catch (error) {
        throw isPermanent(error) ? new PermanentEmailError('rejected', { cause: error }) : error;
      }
    },
    close: () => void connecting?.then((transporter) => transporter.close()),
  };
}

/** Imports nodemailer with the first email, because many instances send none. */
async function connect(url: string) {
  const { createTransport } = await import('nodemailer');
  const options = {
    url,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
    // Emails contain only generated text: they never include files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return createTransport(options, emailDefaults);
}

/** SMTP codes from 500 are permanent failures, those from 400 are transient. */
function isPermanent(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
  return typeof code === 'number' && code >= 500;
}
