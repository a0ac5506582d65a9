import type { PushedChat, PushMessage } from '@skein/contracts/notifications';
import type { Database } from '@skein/db';
import pLimit from 'p-limit';
import type { Clock } from '../../shared/clock.ts';
import { lowestIdAt } from '../../shared/ids.ts';
import type { Logger } from '../../shared/logger.ts';
import type { NotificationsModule } from '../notifications/index.ts';
import { readNewMessages } from './new-messages.queries.ts';
import type { createPushSender, PushOutcome, VapidKeys } from './push-sender.ts';
import { toPushedChat, toPushMessage } from './pushed.serializer.ts';
import type { ClaimedSubscription, SubscriptionsRepository } from './subscriptions.repository.ts';

const leaseMs = 60_000;
/** Before a second attempt, and a third; then what could not be told is given up. */
const retryDelaysMs = [30_000, 5 * 60_000];
/** Of each kind: who comes back to more than that sees it all anyway. */
const toldAtOnceMax = 3;
const sentAtOnceMax = 8;

export interface TellingDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  notifications: Pick<NotificationsModule, 'listUnread'>;
  subscriptions: SubscriptionsRepository;
  keys: () => Promise<VapidKeys>;
  send: ReturnType<typeof createPushSender>;
  /** An act as young as that may not be committed, though a later one is. */
  settlingMs: number;
}

/**
 * Tells subscribed browsers what is new to them. Of several servers that do it at once, one tells
 * each browser, and marks how far; one that ends midway leaves it to the others.
 * @param userIds Whom alone; undefined for everybody
 */
export async function tellBrowsers(
  dependencies: TellingDependencies,
  userIds: readonly string[] | undefined,
): Promise<void> {
  const { clock, subscriptions, settlingMs } = dependencies;
  const limit = pLimit(sentAtOnceMax);
  // What comes later is for the next time, or this one might not end.
  const upTo = lowestIdAt(clock.now().getTime() - settlingMs);
  for (;;) {
    const now = clock.now();
    const busyUntil = new Date(now.getTime() + leaseMs);
    const claimed = await subscriptions.claim({ userIds, upTo, now, busyUntil });
    if (claimed.length === 0) return;
    await Promise.all(
      claimed.map((subscription) => limit(() => tellOne(dependencies, subscription, upTo))),
    );
  }
}

async function tellOne(
  dependencies: TellingDependencies,
  subscription: ClaimedSubscription,
  upTo: string,
): Promise<void> {
  const { clock, subscriptions } = dependencies;
  const { messages, toldId, toldSeq } = await readNews(dependencies, subscription, upTo);
  const outcome = await sendAll(dependencies, subscription, messages);
  if (outcome === 'gone') {
    await subscriptions.drop(subscription.id);
    return;
  }
  const now = clock.now();
  const delayMs = outcome === 'failed' ? retryDelaysMs[subscription.failures] : undefined;
  await subscriptions.settle(
    subscription.id,
    delayMs === undefined
      ? { toldId, toldSeq, failures: 0, busyUntil: now }
      : {
          toldId: subscription.toldId,
          toldSeq: subscription.toldSeq,
          failures: subscription.failures + 1,
          busyUntil: new Date(now.getTime() + delayMs),
        },
  );
}

async function readNews(
  { database, notifications }: TellingDependencies,
  { userId, toldId: after, toldSeq }: ClaimedSubscription,
  upTo: string,
) {
  const inbox = await readNewMessages(database, userId, toldSeq);
  const unread = await notifications.listUnread(userId, { after, take: toldAtOnceMax });
  const settled = unread.notifications.filter(({ id }) => id < upTo);
  return {
    // The oldest first, as they would have come.
    messages: [...settled.map(toPushMessage), ...inbox.senders.map(toPushedChat)].toReversed(),
    toldId: upTo > after ? upTo : after,
    toldSeq: inbox.lastSeq,
  };
}

async function sendAll(
  { keys, logger, send }: TellingDependencies,
  subscription: ClaimedSubscription,
  messages: readonly (PushMessage | PushedChat)[],
): Promise<PushOutcome> {
  try {
    for (const message of messages) {
      const outcome = await send(await keys(), subscription, JSON.stringify(message));
      if (outcome !== 'sent') return outcome;
    }
    return 'sent';
  } catch (error) {
    logger.warn({ err: error }, 'a push message could not be sent');
    return 'failed';
  }
}
