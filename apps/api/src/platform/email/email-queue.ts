import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { toLoggedEmailError } from './logged-email-error.ts';
import { PermanentEmailError } from './email-transport.ts';
import type { Email, EmailTransport } from './email-transport.ts';

/** The delays before the second attempt, the third, and so on. */
const defaultRetryDelaysMs = [5000, 30_000, 120_000, 600_000];

/** The maximum time that the shutdown waits for emails in progress. */
const stopTimeoutMs = 5000;

/** Emails in progress and those that wait for a retry, about 2 kB each. Further ones are dropped. */
const queuedMax = 5000;

interface EmailQueueOptions {
  transport: EmailTransport;
  logger: Logger;
  metrics: Pick<Metrics, 'delivery'>;
  retryDelaysMs?: readonly number[];
}

/**
 * Sends emails in the background and retries failures. The queue exists only in memory, so that no
 * table contains password reset links in plain text. Users can request a lost email again.
 */
export function createEmailQueue(options: EmailQueueOptions) {
  const { transport, logger, metrics, retryDelaysMs = defaultRetryDelaysMs } = options;
  const stopping = new AbortController();
  const deliveries = new Set<Promise<void>>();

  async function deliver(email: Email): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await transport.send(email);
        metrics.delivery({ channel: 'email', failed: false });
        return;
      } catch (error) {
        metrics.delivery({ channel: 'email', failed: true });
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

  function track(sending: Promise<void>): void {
    const delivery = sending.finally(() => deliveries.delete(delivery));
    deliveries.add(delivery);
  }

  return {
    send(email: Email): void {
      if (deliveries.size >= queuedMax) {
        logger.error('an email was dropped, because too many wait for the mail server');
        return;
      }
      const sending = deliver(email).catch((error: unknown) =>
        logger.error({ emailError: toLoggedEmailError(error) }, 'an email was dropped'),
      );
      track(sending);
    },

    /** Runs work that sends emails. Until it ends, `stop` waits for it. */
    compose(work: Promise<void>): void {
      const composing = work.catch((error: unknown) =>
        logger.error({ err: error }, 'an email could not be composed'),
      );
      track(composing);
    },

    /** Waits for emails in progress and drops those that wait for a retry. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.race([waitForAll(deliveries), sleep(stopTimeoutMs, undefined, { ref: false })]);
      transport.close();
    },
  };
}

/** Waits for emails that the deliveries in progress add, too. */
async function waitForAll(deliveries: ReadonlySet<Promise<void>>): Promise<void> {
  while (deliveries.size > 0) await Promise.all(deliveries);
}
