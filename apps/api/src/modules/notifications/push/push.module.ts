import { ECDH } from 'node:crypto';
import type { Database } from '@skein/db';
import type { Bus } from '../../../platform/events/bus.ts';
import type { Idempotency } from '../../../http/idempotency/idempotency.ts';
import type { Clock } from '../../../platform/clock.ts';
import { NotFoundError, ValidationError } from '../../../platform/errors.ts';
import { isId } from '../../../platform/ids.ts';
import type { Logger } from '../../../platform/logger.ts';
import { isOutage } from '../../../platform/is-outage.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { NotificationsModule } from '../notifications.module.ts';
import { deliverPush } from './deliver-push.ts';
import { createDeliveryQueue } from './delivery-queue.ts';
import { gatherSignals } from './gather-signals.ts';
import { createEndpointPolicy } from './push-endpoint.ts';
import { createPushKeys } from './push-keys.repository.ts';
import { createPushSender } from './push-sender.ts';
import { createSubscriptionsRepository } from './subscriptions.repository.ts';

/** As long as a statement may wait for a lock: within it, later ids can be committed first. */
const settlingMs = 2000;

interface PushDependencies {
  database: Database;
  clock: Clock;
  logger: Logger;
  bus: Pick<Bus, 'subscribe'>;
  notifications: Pick<NotificationsModule, 'listUnread'>;
  /** Where people reach the instance; push services are told. */
  publicUrl: URL;
  /** Hosts of the push services to which the server connects. */
  pushHosts: readonly string[];
  /** Endpoints may be anywhere and without TLS, and acts are told at once: for tests. */
  isPushUnrestricted?: boolean;
}

export type PushModule = ReturnType<typeof createPushModule>;

export function createPushModule(dependencies: PushDependencies) {
  const { database, bus, publicUrl, isPushUnrestricted: isUnrestricted = false } = dependencies;
  const subscriptions = createSubscriptionsRepository(database);
  const keys = createPushKeys(database);
  const contact =
    publicUrl.protocol === 'https:' ? publicUrl.origin : `mailto:no-reply@${publicUrl.hostname}`;
  const policy = createEndpointPolicy({ hosts: dependencies.pushHosts, isUnrestricted });
  const delivery = {
    ...dependencies,
    subscriptions,
    keys,
    send: createPushSender({ contact, policy, isUnrestricted }),
    settlingMs: isUnrestricted ? 0 : settlingMs,
  };
  const queue = createDeliveryQueue({
    ...delivery,
    deliver: (subscription, stopping) => deliverPush(delivery, subscription, stopping),
    // What was missed while a store was away is swept up when it is back.
    onError: (error) =>
      dependencies.logger[isOutage(error) ? 'warn' : 'error']({ err: error }, 'could not push'),
  });

  return {
    getPublicKey: async (): Promise<string> => (await keys()).publicKey,

    /** @throws ValidationError for what is no subscription of a browser's */
    async subscribe(
      viewer: Viewer,
      idempotency: Idempotency,
      { endpoint, keys: given }: { endpoint: string; keys: { p256dh: string; auth: string } },
    ): Promise<string> {
      // It may have been replaced or removed since; the first result is returned nevertheless.
      if (idempotency.attempt === 'completed') return idempotency.id;
      const target = { endpoint: policy.parse(endpoint), ...given };
      requireKeys(given);
      return subscriptions.insert(viewer, idempotency.id, target);
    },

    /** @throws NotFoundError */
    async unsubscribe({ userId }: Viewer, id: string): Promise<void> {
      if (isId(id) && (await subscriptions.remove(userId, id))) return;
      throw new NotFoundError('This browser is not subscribed.');
    },

    /** Starts to deliver all news, also news without a signal. */
    async sweep(): Promise<void> {
      await subscriptions.removeOfEndedSessions(dependencies.clock.now());
      queue.add();
    },

    /** Delivers shortly after something has happened to a user. Returns the function that stops it. */
    followSignals(): () => Promise<void> {
      const end = gatherSignals({ bus, delayMs: delivery.settlingMs + 100, act: queue.add });
      return () => {
        end();
        return queue.stop();
      };
    },

    /** Resolves when nothing is left to deliver at the moment. */
    whenIdle: queue.whenIdle,
  };
}

/** A point of the curve and sixteen bytes: all that a message can be encrypted with. */
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
