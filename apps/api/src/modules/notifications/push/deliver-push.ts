import type { PushedChat, PushMessage } from '@skein/contracts/notifications';
import type { Database } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import { lowestIdAt } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import type { NotificationsModule } from '../notifications.module.ts';
import { readNewMessages } from './new-messages.queries.ts';
import type { createPushSender, PushOutcome, VapidKeys } from './push-sender.ts';
import { toPushedChat, toPushMessage } from './push-messages.serializer.ts';
import type { ClaimedSubscription, SubscriptionsRepository } from './subscriptions.repository.ts';

/** For all messages to one browser; much shorter than the lease of the claim. */
const deliveryMaxMs = 15_000;
const firstRetryMs = 30_000;
const lastRetryMs = 12 * 60 * 60 * 1000;
/**
 * Consecutive failures, over about two days, after which the subscription is removed.
 */
const failuresMax = 10;
/** Per kind: a user who has more unread sees them in the app. */
const messagesPerDeliveryMax = 3;

export interface DeliveryDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  metrics: Pick<Metrics, 'delivery'>;
  notifications: Pick<NotificationsModule, 'listUnread'>;
  subscriptions: SubscriptionsRepository;
  keys: () => Promise<VapidKeys>;
  send: ReturnType<typeof createPushSender>;
  /** More recent events may not be committed yet although a later one is. */
  commitLagMs: number;
}

/**
 * Sends pending notifications and messages to one browser. If the server stops midway, the claim
 * expires and another server delivers.
 */
export async function deliverPush(
  dependencies: DeliveryDependencies,
  subscription: ClaimedSubscription,
  stopping: AbortSignal,
): Promise<void> {
  const { clock, subscriptions, commitLagMs } = dependencies;
  const upTo = lowestIdAt(clock.now().getTime() - commitLagMs);
  const { messages, lastNotificationId, lastInboxSeq } = await readPending(
    dependencies,
    subscription,
    upTo,
  );
  const outcome = await sendAll(dependencies, subscription, messages, stopping);
  if (stopping.aborted) return;
  if (messages.length > 0 && outcome !== 'gone') {
    dependencies.metrics.delivery({ channel: 'push', failed: outcome === 'failed' });
  }
  const failures = outcome === 'failed' ? subscription.failures + 1 : 0;
  if (outcome === 'gone' || failures >= failuresMax) {
    await subscriptions.removeById(subscription.id);
    return;
  }
  const now = clock.now();
  if (outcome === 'failed') {
    const busyUntil = new Date(now.getTime() + retryDelayMs(failures));
    await subscriptions.storeProgress(subscription.id, { failures, busyUntil });
    return;
  }
  // Without a message, the endpoint has not been tested, so its failures still count.
  const isTested = messages.length > 0;
  await subscriptions.storeProgress(subscription.id, {
    position: { lastNotificationId, lastInboxSeq },
    ...(isTested && { failures }),
    busyUntil: now,
  });
}

/** The delay quadruples with each consecutive failure. */
function retryDelayMs(failures: number): number {
  return Math.min(firstRetryMs * 4 ** (failures - 1), lastRetryMs);
}

async function readPending(
  { database, notifications }: DeliveryDependencies,
  { userId, lastNotificationId: after, lastInboxSeq }: ClaimedSubscription,
  upTo: string,
) {
  const inbox = await readNewMessages(database, userId, lastInboxSeq);
  const unread = await notifications.listUnread(userId, { after, take: messagesPerDeliveryMax });
  const committed = unread.notifications.filter(({ id }) => id < upTo);
  return {
    // The oldest first.
    messages: [...committed.map(toPushMessage), ...inbox.senders.map(toPushedChat)].toReversed(),
    lastNotificationId: upTo > after ? upTo : after,
    lastInboxSeq: inbox.lastSeq,
  };
}

async function sendAll(
  { keys, logger, send }: DeliveryDependencies,
  subscription: ClaimedSubscription,
  messages: readonly (PushMessage | PushedChat)[],
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
