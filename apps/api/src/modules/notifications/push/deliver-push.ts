import type { Database } from '@skein/db';
import { hourMs } from '../../../platform/clock.ts';
import type { Clock } from '../../../platform/clock.ts';
import { lowestIdAt } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import type { ClaimedSubscription, DeliveredSubscriptions } from './claim.queries.ts';
import type { createPushSender, PushOutcome, VapidKeys } from './push-sender.ts';

/** For all messages to one subscription; much shorter than the lease of the claim. */
const deliveryMaxMs = 15_000;
const firstRetryMs = 30_000;
const lastRetryMs = 12 * hourMs;
/**
 * Consecutive failures, over about two days, after which the subscription is removed.
 */
const failuresMax = 10;

/** What is sent to a subscription, the oldest first. */
export interface PendingMessages<Position> {
  messages: readonly object[];
  /** Where the next delivery continues. */
  position: Position;
}

interface SendDependencies {
  keys: () => Promise<VapidKeys>;
  logger: Logger;
  send: ReturnType<typeof createPushSender>;
}

export interface DeliveryDependencies<
  Claimed extends ClaimedSubscription,
  Position,
> extends SendDependencies {
  database: Database;
  clock: Clock;
  metrics: Pick<Metrics, 'delivery'>;
  subscriptions: Pick<DeliveredSubscriptions<Claimed, Position>, 'deleteById' | 'storeProgress'>;
  /** Null for a subscription that can no longer be used. */
  readPending: (subscription: Claimed, upTo: string) => Promise<PendingMessages<Position> | null>;
  /** More recent events may not be committed yet although a later one is. */
  commitLagMs: number;
}

/**
 * Sends what is pending to one subscription. If the server stops midway, the claim
 * expires and another server delivers.
 */
export async function deliverPush<Claimed extends ClaimedSubscription, Position>(
  dependencies: DeliveryDependencies<Claimed, Position>,
  subscription: Claimed,
  stopping: AbortSignal,
): Promise<void> {
  const { database, clock, subscriptions, commitLagMs } = dependencies;
  const upTo = lowestIdAt(clock.now().getTime() - commitLagMs);
  const pending = await dependencies.readPending(subscription, upTo);
  if (pending === null) {
    await subscriptions.deleteById(database, subscription.id);
    return;
  }
  const { messages, position } = pending;
  const outcome = await sendAll(dependencies, subscription, messages, stopping);
  if (stopping.aborted) return;
  if (messages.length > 0 && outcome !== 'gone') {
    dependencies.metrics.delivery({ channel: 'push', failed: outcome === 'failed' });
  }
  const failures = outcome === 'failed' ? subscription.failures + 1 : 0;
  if (outcome === 'gone' || failures >= failuresMax) {
    await subscriptions.deleteById(database, subscription.id);
    return;
  }
  const now = clock.now();
  if (outcome === 'failed') {
    const busyUntil = new Date(now.getTime() + retryDelayMs(failures));
    await subscriptions.storeProgress(database, subscription.id, { failures, busyUntil });
    return;
  }
  // If there was no message, the endpoint has not been tested, so its failures still count.
  const isTested = messages.length > 0;
  await subscriptions.storeProgress(database, subscription.id, {
    position,
    ...(isTested && { failures }),
    busyUntil: now,
  });
}

/** The delay quadruples with each consecutive failure. */
function retryDelayMs(failures: number): number {
  return Math.min(firstRetryMs * 4 ** (failures - 1), lastRetryMs);
}

async function sendAll(
  { keys, logger, send }: SendDependencies,
  subscription: ClaimedSubscription,
  messages: readonly object[],
  stopping: AbortSignal,
): Promise<PushOutcome> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(deliveryMaxMs)]);
  try {
    for (const message of messages) {
      const outcome = await send(await keys(), subscription, JSON.stringify(message), signal);
      if (outcome !== 'sent') return outcome;
    }
    return 'sent';
  } catch (error) {
    if (!stopping.aborted) logger.warn({ err: error }, 'a push message could not be sent');
    return 'failed';
  }
}
