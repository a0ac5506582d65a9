import { ECDH } from 'node:crypto';
import type { Database } from '@skein/db';
import type { Bus } from '../../../platform/events/bus.ts';
import type { Idempotency } from '../../../http/idempotency/idempotency.ts';
import type { Clock } from '../../../platform/clock.ts';
import { ForbiddenError, NotFoundError, ValidationError } from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';
import type { NotificationsModule } from '../notifications.module.ts';
import { deliverPush } from './deliver-push.ts';
import { createDeliveryQueue } from './delivery-queue.ts';
import { batchSignals } from './batch-signals.ts';
import { createEndpointPolicy } from './push-endpoint.ts';
import { createPushKeys } from './push-keys.repository.ts';
import { createPushSender } from './push-sender.ts';
import { createSubscriptionsRepository } from './subscriptions.repository.ts';

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
  /** Hosts of the push services to which the server connects. */
  pushHosts: readonly string[];
  /** Allows any endpoint, without TLS, and delivers without the commit lag: for tests. */
  isPushUnrestricted?: boolean;
}

export type PushModule = ReturnType<typeof createPushModule>;

export function createPushModule(dependencies: PushDependencies) {
  const { database, bus, publicUrl, isPushUnrestricted: isUnrestricted = false } = dependencies;
  const subscriptions = createSubscriptionsRepository(database);
  const keys = createPushKeys(database);
  const contact =
    publicUrl.protocol === 'https:' ? publicUrl.origin : `mailto:no-reply@${publicUrl.hostname}`;
  const hasPush = () => dependencies.siteSettings.current().hasPush;
  const policy = createEndpointPolicy({ hosts: dependencies.pushHosts, isUnrestricted });
  const delivery = {
    ...dependencies,
    subscriptions,
    keys,
    send: createPushSender({ contact, policy, isUnrestricted }),
    commitLagMs: isUnrestricted ? 0 : commitLagMs,
  };
  const queue = createDeliveryQueue({
    ...delivery,
    deliver: (subscription, stopping) => deliverPush(delivery, subscription, stopping),
    // The next sweep delivers after an outage.
    onError: (error) =>
      dependencies.logger[isOutage(error) ? 'warn' : 'error']({ err: error }, 'could not push'),
  });

  return {
    getPublicKey: async (): Promise<string> => (await keys()).publicKey,

    /**
     * @throws ForbiddenError if push notifications are off on this instance
     * @throws ValidationError for an invalid subscription
     */
    async subscribe(
      viewer: Viewer,
      idempotency: Idempotency,
      { endpoint, keys: browserKeys }: { endpoint: string; keys: { p256dh: string; auth: string } },
    ): Promise<string> {
      // The subscription may have been replaced or removed since; a repeated request still gets the
      // first result.
      if (idempotency.attempt === 'completed') return idempotency.id;
      if (!hasPush()) throw new ForbiddenError('Push notifications are off on this instance.');
      const target = { endpoint: policy.parse(endpoint), ...browserKeys };
      requireKeys(browserKeys);
      return subscriptions.insert(viewer, idempotency.id, target);
    },

    /** @throws NotFoundError */
    async unsubscribe({ userId }: Viewer, id: string): Promise<void> {
      if (isId(id) && (await subscriptions.remove(userId, id))) return;
      throw new NotFoundError('This browser is not subscribed.');
    },

    /** Delivers everything pending, including events whose signal was lost. */
    async sweep(): Promise<void> {
      await subscriptions.removeOfEndedSessions(dependencies.clock.now());
      if (hasPush()) queue.add();
    },

    /** Delivers shortly after each event. Returns a function that stops it. */
    subscribeToSignals(): () => Promise<void> {
      const unsubscribe = batchSignals({
        bus,
        delayMs: delivery.commitLagMs + 100,
        onUsers: (users) => {
          if (hasPush()) queue.add(users);
        },
      });
      return () => {
        unsubscribe();
        return queue.stop();
      };
    },

    /** Resolves when no delivery is due or in progress. */
    whenIdle: queue.whenIdle,
  };
}

/** A point on the P-256 curve and a 16-byte secret, which message encryption requires. */
function requireKeys({ p256dh, auth }: { p256dh: string; auth: string }): void {
  const isSecret = Buffer.from(auth, 'base64url').length === 16;
  if (isSecret && isPoint(Buffer.from(p256dh, 'base64url'))) return;
  const message = 'The keys are not those of a subscription.';
  throw new ValidationError([{ path: 'keys', message }]);
}

function isPoint(key: Buffer): boolean {
  try {
    ECDH.convertKey(key, 'prime256v1', undefined, undefined, 'uncompressed');
    return key.length === 65;
  } catch {
    return false;
  }
}
