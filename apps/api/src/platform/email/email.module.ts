import path from 'node:path';
import type { Logger } from '../logger.ts';
import { createEmailQueue } from './email-queue.ts';
import type { Sender } from './email-transport.ts';
import { createFileTransport } from './file-transport.ts';
import { createSmtpTransport } from './smtp-transport.ts';

interface EmailModuleOptions {
  logger: Logger;
  /** Undefined where there is no mail server: letters then lie in the outbox. */
  smtpUrl: string | undefined;
  from: Sender;
  dataDirectory: string;
  retryDelaysMs?: readonly number[];
}

export type EmailModule = ReturnType<typeof createEmailModule>;

export function createEmailModule({
  smtpUrl,
  from,
  dataDirectory,
  ...options
}: EmailModuleOptions) {
  const emailDirectory = path.join(dataDirectory, 'outbox');
  const transport =
    smtpUrl === undefined
      ? createFileTransport({ directory: emailDirectory, from })
      : createSmtpTransport({ url: smtpUrl, from });
  return {
    ...createEmailQueue({ transport, ...options }),
    /** Where letters lie instead of being sent; null where they are sent. */
    emailDirectory: smtpUrl === undefined ? emailDirectory : null,
  };
}
