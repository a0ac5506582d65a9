import path from 'node:path';
import type { Logger } from '../logger.ts';
import { createMailQueue } from './mail-queue.ts';
import type { Sender } from './mail-transport.ts';
import { createOutboxTransport } from './outbox-transport.ts';
import { createSmtpTransport } from './smtp-transport.ts';

interface MailModuleOptions {
  logger: Logger;
  /** Undefined where there is no mail server: letters then lie in the outbox. */
  smtpUrl: string | undefined;
  from: Sender;
  dataDirectory: string;
  retryDelaysMs?: readonly number[];
}

export type MailModule = ReturnType<typeof createMailModule>;

export function createMailModule({ smtpUrl, from, dataDirectory, ...options }: MailModuleOptions) {
  const outboxDirectory = path.join(dataDirectory, 'outbox');
  const transport =
    smtpUrl === undefined
      ? createOutboxTransport({ directory: outboxDirectory, from })
      : createSmtpTransport({ url: smtpUrl, from });
  return {
    ...createMailQueue({ transport, ...options }),
    /** Where letters lie instead of being sent; null where they are sent. */
    outboxDirectory: smtpUrl === undefined ? outboxDirectory : null,
  };
}
