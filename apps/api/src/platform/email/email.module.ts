import path from 'node:path';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { createEmailQueue } from './email-queue.ts';
import type { Email, Sender } from './email-transport.ts';
import { createFileTransport } from './file-transport.ts';
import { sendTestEmail } from './send-test-email.ts';
import type { TestEmailResult } from './send-test-email.ts';
import { createSmtpTransport } from './smtp-transport.ts';

interface EmailModuleOptions {
  logger: Logger;
  metrics: Pick<Metrics, 'delivery'>;
  /** Undefined without a mail server: emails are then written to files. */
  smtpUrl: string | undefined;
  /** The sender of the next email. */
  sender: () => Sender;
  dataDirectory: string;
  retryDelaysMs?: readonly number[];
}

export type EmailModule = ReturnType<typeof createEmailModule>;

export function createEmailModule({
  smtpUrl,
  sender,
  dataDirectory,
  ...options
}: EmailModuleOptions) {
  const emailDirectory = path.join(dataDirectory, 'outbox');
  const transport =
    smtpUrl === undefined
      ? createFileTransport({ directory: emailDirectory, sender })
      : createSmtpTransport({ url: smtpUrl, sender });
  const queue = createEmailQueue({ transport, ...options });
  return {
    ...queue,
    /** Accounts without an address have one of a host that never exists (RFC 2606). */
    send(email: Email): void {
      if (!email.to.endsWith('.invalid')) queue.send(email);
    },
    /** Sends an email at once and returns what the mail server responds. */
    sendTest: (email: Email): Promise<TestEmailResult> => sendTestEmail({ smtpUrl, sender }, email),
    /** The directory that emails are written to; null if they are sent. */
    emailDirectory: smtpUrl === undefined ? emailDirectory : null,
  };
}
