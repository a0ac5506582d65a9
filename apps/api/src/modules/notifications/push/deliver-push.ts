import type { PushedChat, PushMessage } from '@skein/contracts/notifications';
import type { Database } from '@skein/db';
import type { Clock } from '../../../platform/clock.ts';
import { lowestIdAt } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { NotificationsModule } from '../notifications.module.ts';
import { readNewMessages } from './new-messages.queries.ts';
import type { createPushSender, PushOutcome, VapidKeys } from './push-sender.ts';
import { toPushedChat, toPushMessage } from './pushed.serializer.ts';
import type { ClaimedSubscription, SubscriptionsRepository } from './subscriptions.repository.ts';

/** All messages for one browser; much less than the time for which its subscription is claimed. */
const deliveryMaxMs = 15_000;
const firstRetryMs = 30_000;
const lastRetryMs = 12 * 60 * 60 * 1000;
/** In a row, over about two and a half days; then the subscription is removed. */
const failuresMax = 10;
/** Of each kind: a user who returns to more than that sees it all anyway. */
const messagesAtOnceMax = 3;

export interface DeliveryDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  notifications: Pick<NotificationsModule, 'listUnread'>;
  subscriptions: SubscriptionsRepository;
  keys: () => Promise<VapidKeys>;
  send: ReturnType<typeof createPushSender>;
  /** An event as recent as that may not be committed, though a later one is. */
  settlingMs: number;
}

/**
 * Sends one browser its news. When the server stops midway, the claim on the subscription expires and
 * another server delivers.
 */
export async function deliverPush(
  dependencies: DeliveryDependencies,
  subscription: ClaimedSubscription,
  stopping: AbortSignal,
): Promise<void> {
  const { clock, subscriptions, settlingMs } = dependencies;
  const upTo = lowestIdAt(clock.now().getTime() - settlingMs);
  const { messages, toldId, toldSeq } = await readNews(dependencies, subscription, upTo);
  const outcome = await sendAll(dependencies, subscription, messages, stopping);
  if (stopping.aborted) return;
  const failures = outcome === 'failed' ? subscription.failures + 1 : 0;
  if (outcome === 'gone' || failures >= failuresMax) {
    await subscriptions.drop(subscription.id);
    return;
  }
  const now = clock.now();
  if (outcome === 'failed') {
    const busyUntil = new Date(now.getTime() + retryDelayMs(failures));
    await subscriptions.settle(subscription.id, { failures, busyUntil });
    return;
  }
  // Without a message nothing is known of the endpoint: its failures still count.
  const isKnownToWork = messages.length > 0;
  await subscriptions.settle(subscription.id, {
    toldId,
    toldSeq,
    ...(isKnownToWork && { failures }),
    busyUntil: now,
  });
}

/** After the first failure, the second, …: four times as long each. */
function retryDelayMs(failures: number): number {
  return Math.min(firstRetryMs * 4 ** (failures - 1), lastRetryMs);
}

async function readNews(
  { database, notifications }: DeliveryDependencies,
  { userId, toldId: after, toldSeq }: ClaimedSubscription,
  upTo: string,
) {
  const inbox = await readNewMessages(database, userId, toldSeq);
  const unread = await notifications.listUnread(userId, { after, take: messagesAtOnceMax });
  const settled = unread.notifications.filter(({ id }) => id < upTo);
  return {
    // The oldest first, as they would have come.
    messages: [...settled.map(toPushMessage), ...inbox.senders.map(toPushedChat)].toReversed(),
    toldId: upTo > after ? upTo : after,
    toldSeq: inbox.lastSeq,
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
