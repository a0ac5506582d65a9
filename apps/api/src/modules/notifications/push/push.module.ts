import type { Database } from '@skein/db';
import type { Bus } from '../../../platform/events/bus.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import type { Clock } from '../../../platform/clock.ts';
import { ForbiddenError, NotFoundError } from '../../../platform/errors.ts';
import { isId, lowestIdAt } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import type { SendRequest } from '../../../platform/public-request.ts';
import type { SecretCipher } from '../../../platform/secret-cipher.ts';
import { createSecretCipher } from '../../../platform/secret-cipher.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';
import type { NotificationsModule } from '../notifications.module.ts';
import { createAppSubscriptionsRepository } from './app-subscriptions.repository.ts';
import type { AppSubscriptionsRepository } from './app-subscriptions.repository.ts';
import { createAppSubscriptions, readPendingForApp } from './app-subscriptions.ts';
import type { AppMessages } from './app-subscriptions.ts';
import type { ClaimedSubscription, ClaimRequest } from './claim.queries.ts';
import type { DeliveryDependencies } from './deliver-push.ts';
import { deliverPush } from './deliver-push.ts';
import { createDeliveryQueue } from './delivery-queue.ts';
import { batchSignals } from './batch-signals.ts';
import { createEndpointPolicy } from './push-endpoint.ts';
import { readPendingMessages } from './pending-messages.ts';
import { createPushKeys } from './push-keys.repository.ts';
import { createPushSender } from './push-sender.ts';
import type { VapidKeys } from './push-sender.ts';
import { readPushKeys } from './push-subscription-keys.ts';
import type { PushSubscriptionKeys } from './push-subscription-keys.ts';
import { createSubscriptionsRepository } from './subscriptions.repository.ts';
import type { SubscriptionsRepository } from './subscriptions.repository.ts';

/** The lock timeout of statements: within it, later ids may be committed first. */
const commitLagMs = 2000;

interface PushDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  metrics: Pick<Metrics, 'delivery'>;
  bus: Pick<Bus, 'subscribe'>;
  notifications: Pick<NotificationsModule, 'listUnread'>;
  /** The instance's public URL, which push services receive as contact. */
  publicUrl: URL;
  siteSettings: CurrentSiteSettings;
  jwtSecret: string;
  appMessages: AppMessages;
  /** Hosts of the push services to which the server connects. */
  pushHosts: readonly string[];
  sendRequest: SendRequest;
}

export type PushModule = ReturnType<typeof createPushModule>;

export function createPushModule(dependencies: PushDependencies) {
  const { database, publicUrl, sendRequest } = dependencies;
  const subscriptions = createSubscriptionsRepository(database);
  const subscriptionsOfApps = createAppSubscriptionsRepository(database);
  const keys = createPushKeys(database);
  const policy = createEndpointPolicy({ hosts: dependencies.pushHosts });
  const cipher = createSecretCipher(dependencies.jwtSecret, 'app-push-tokens');
  const contact =
    publicUrl.protocol === 'https:' ? publicUrl.origin : `mailto:no-reply@${publicUrl.hostname}`;
  const hasPush = () => dependencies.siteSettings.current().hasPush;
  const requirePush = () => {
    if (!hasPush()) throw new ForbiddenError('error.pushDisabled');
  };
  const delivery = {
    ...dependencies,
    cipher,
    keys,
    send: createPushSender({ contact, policy, sendRequest }),
    commitLagMs,
  };

  return {
    /** The subscriptions of apps. */
    apps: createAppSubscriptions({
      subscriptions: subscriptionsOfApps,
      policy,
      cipher,
      requirePush,
    }),

    getPublicKey: async (): Promise<string> => (await keys()).publicKey,

    /**
     * @throws ForbiddenError if push notifications are off on this instance
     * @throws ValidationError for an invalid subscription
     */
    async subscribe(
      viewer: Viewer,
      idempotency: Idempotency,
      { endpoint, keys: browserKeys }: { endpoint: string; keys: PushSubscriptionKeys },
    ): Promise<string> {
      // The subscription may have been replaced or removed since; a repeated request still gets the
      // first result.
      if (idempotency.attempt === 'completed') return idempotency.id;
      requirePush();
      const target = { endpoint: policy.parse(endpoint), ...readPushKeys(browserKeys) };
      return subscriptions.insert(viewer, idempotency.id, target);
    },

    /** @throws NotFoundError */
    async unsubscribe({ userId }: Viewer, id: string): Promise<void> {
      if (isId(id) && (await subscriptions.remove(userId, id))) return;
      throw new NotFoundError('error.pushNotSubscribed');
    },

    ...createDeliveries(delivery, { subscriptions, subscriptionsOfApps }, hasPush),
  };
}

type Delivery = PushDependencies & {
  cipher: SecretCipher;
  commitLagMs: number;
  keys: () => Promise<VapidKeys>;
  send: ReturnType<typeof createPushSender>;
};

function createBrowserQueue(delivery: Delivery, subscriptions: SubscriptionsRepository) {
  return createQueue({
    ...delivery,
    subscriptions,
    readPending: (browser, upTo) => readPendingMessages(delivery, browser, upTo),
  });
}

function createAppQueue(delivery: Delivery, subscriptions: AppSubscriptionsRepository) {
  return createQueue({
    ...delivery,
    subscriptions,
    readPending: (app, upTo) => readPendingForApp(delivery, app, upTo),
  });
}

interface Subscriptions<Claimed> {
  claim: (request: ClaimRequest) => Promise<Claimed[]>;
}

function createQueue<Claimed extends ClaimedSubscription, Position>(
  dependencies: DeliveryDependencies<Claimed, Position> & { subscriptions: Subscriptions<Claimed> },
) {
  return createDeliveryQueue<Claimed>({
    ...dependencies,
    deliver: (subscription, stopping) => deliverPush(dependencies, subscription, stopping),
    // The next sweep delivers after an outage.
    onError: (error) =>
      dependencies.logger[isOutage(error) ? 'warn' : 'error']({ err: error }, 'could not push'),
  });
}

interface Repositories {
  subscriptions: SubscriptionsRepository;
  subscriptionsOfApps: AppSubscriptionsRepository;
}

function createDeliveries(
  delivery: Delivery,
  { subscriptions, subscriptionsOfApps }: Repositories,
  hasPush: () => boolean,
) {
  const queues = [
    createBrowserQueue(delivery, subscriptions),
    createAppQueue(delivery, subscriptionsOfApps),
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
      const now = delivery.clock.now();
      await subscriptions.removeOfEndedSessions(now);
      await subscriptionsOfApps.removeOfEndedSessions(now);
      if (hasPush()) {
        add();
        return;
      }
      const upTo = lowestIdAt(now.getTime() - delivery.commitLagMs);
      await subscriptions.skipPending(upTo);
      await subscriptionsOfApps.skipPending(upTo);
    },

    /** Delivers shortly after each event. Returns a function that stops it. */
    subscribeToSignals(): () => Promise<void> {
      const unsubscribe = batchSignals({
        bus: delivery.bus,
        delayMs: delivery.commitLagMs + 100,
        onUsers: add,
      });
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
