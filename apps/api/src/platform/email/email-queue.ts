import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logger.ts';
import { toLoggedEmailError } from './logged-email-error.ts';
import { PermanentEmailError } from './email-transport.ts';
import type { Email, EmailTransport } from './email-transport.ts';

/** Before the second attempt, the third, and so on. */
const defaultRetryDelaysMs = [5000, 30_000, 120_000, 600_000];

/** So long, at most, the end of the process waits for what is being sent. */
const farewellMs = 5000;

interface EmailQueueOptions {
  transport: EmailTransport;
  logger: Logger;
  retryDelaysMs?: readonly number[];
}

/**
 * Sends letters beside the requests that write them, and tries again when that fails. They are kept
 * in memory alone, on purpose: a link that sets a password must lie in no table in plain text. One
 * that a restart loses is asked for again.
 */
export function createEmailQueue(options: EmailQueueOptions) {
  const { transport, logger, retryDelaysMs = defaultRetryDelaysMs } = options;
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();

  async function deliver(email: Email): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await transport.send(email);
        return;
      } catch (error) {
        const delayMs = retryDelaysMs[attempt];
        const isPermanent = error instanceof PermanentEmailError;
        const emailError = toLoggedEmailError(isPermanent ? error.cause : error);
        if (isPermanent || delayMs === undefined) {
          logger.error({ emailError }, 'an email could not be sent');
          return;
        }
        logger.warn({ emailError, delayMs }, 'an email could not be sent and is retried');
        await sleep(delayMs, undefined, { signal: stopping.signal, ref: false });
      }
    }
  }

  return {
    send(email: Email): void {
      const delivery = deliver(email)
        .catch((error: unknown) =>
          logger.error({ emailError: toLoggedEmailError(error) }, 'an email was dropped'),
        )
        .finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    },

    /** Lets what is being sent be sent; what waits for another attempt is given up. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.race([Promise.all(underWay), sleep(farewellMs, undefined, { ref: false })]);
      transport.close();
    },
  };
}
