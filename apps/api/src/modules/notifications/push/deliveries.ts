import type { Database } from '@skein/db';
import type { Bus } from '../../../platform/events/bus.ts';
import type { Clock } from '../../../platform/clock.ts';
import { lowestIdAt } from '../../../platform/ids.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import type { SecretCipher } from '../../../platform/secret-cipher.ts';
import type { NotificationsModule } from '../notifications.module.ts';
import { appSubscriptions } from './app-subscriptions.repository.ts';
import { readPendingForApp } from './app-subscriptions.ts';
import type { AppMessages } from './app-subscriptions.ts';
import { batchSignals } from './batch-signals.ts';
import type { ClaimedSubscription, DeliveredSubscriptions } from './claim.queries.ts';
import { deliverPush } from './deliver-push.ts';
import type { DeliveryDependencies } from './deliver-push.ts';
import { createDeliveryQueue } from './delivery-queue.ts';
import { readPendingMessages } from './pending-messages.ts';
import type { createPushSender, VapidKeys } from './push-sender.ts';
import { browserSubscriptions } from './subscriptions.repository.ts';

/** The lock timeout of statements: within it, later ids may be committed first. */
const commitLagMs = 2000;

interface Dependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  metrics: Pick<Metrics, 'delivery'>;
  bus: Pick<Bus, 'subscribe'>;
  notifications: Pick<NotificationsModule, 'listUnread'>;
  appMessages: AppMessages;
  cipher: SecretCipher;
  keys: () => Promise<VapidKeys>;
  send: ReturnType<typeof createPushSender>;
  hasPush: () => boolean;
}

/** Delivers what is pending to browsers and apps. */
export function createDeliveries(deps: Dependencies) {
  const { database, clock, bus, hasPush } = deps;
  const kinds = [browserSubscriptions, appSubscriptions];
  const delivery = { ...deps, commitLagMs };
  const queues = [
    createQueue({
      ...delivery,
      subscriptions: browserSubscriptions,
      readPending: (browser, upTo) => readPendingMessages(deps, browser, upTo),
    }),
    createQueue({
      ...delivery,
      subscriptions: appSubscriptions,
      readPending: (app, upTo) => readPendingForApp(deps, app, upTo),
    }),
  ];
  const add = (userIds?: readonly string[]) => {
    if (hasPush()) queues.forEach((queue) => queue.add(userIds));
  };

  return {
    /**
     * Delivers everything pending, including events whose signal was lost. While push is off, skips it, so that
     * turning push on sends nothing old.
     */
    async sweep(): Promise<void> {
      const now = clock.now();
      for (const { deleteEnded } of kinds) await deleteEnded(database, now);
      if (hasPush()) {
        add();
        return;
      }
      const upTo = lowestIdAt(now.getTime() - commitLagMs);
      for (const { skipPending } of kinds) await skipPending(database, upTo);
    },

    /** Delivers shortly after each event. Returns a function that stops it. */
    subscribeToSignals(): () => Promise<void> {
      const unsubscribe = batchSignals({ bus, delayMs: commitLagMs + 100, onUsers: add });
      return async () => {
        unsubscribe();
        await Promise.all(queues.map((queue) => queue.stop()));
      };
    },

    /** Resolves when no delivery is due or in progress. */
    async whenIdle(): Promise<void> {
      await Promise.all(queues.map((queue) => queue.whenIdle()));
    },
  };
}

function createQueue<Claimed extends ClaimedSubscription, Position>(
  deps: DeliveryDependencies<Claimed, Position> & {
    subscriptions: Pick<DeliveredSubscriptions<Claimed, Position>, 'claim'>;
  },
) {
  const { database, subscriptions, logger } = deps;
  return createDeliveryQueue<Claimed>({
    ...deps,
    claim: (request) => subscriptions.claim(database, request),
    deliver: (subscription, stopping) => deliverPush(deps, subscription, stopping),
    // The next sweep delivers after an outage.
    onError: (error) =>
      logger[isOutage(error) ? 'warn' : 'error']({ err: error }, 'could not push'),
  });
}
