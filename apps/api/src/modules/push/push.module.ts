import { ECDH } from 'node:crypto';
import type { Database } from '@skein/db';
import type { Bus } from '../../events/bus.ts';
import type { Clock } from '../../shared/clock.ts';
import { NotFoundError, ValidationError } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import type { Logger } from '../../shared/logger.ts';
import type { Viewer } from '../../shared/viewer.ts';
import type { NotificationsModule } from '../notifications/index.ts';
import { gatherSignals } from './gather-signals.ts';
import { parseEndpoint } from './push-endpoint.ts';
import { createPushKeys } from './push-keys.repository.ts';
import { createPushSender } from './push-sender.ts';
import { createSubscriptionsRepository } from './subscriptions.repository.ts';
import { tellBrowsers } from './tell-browsers.ts';

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
  const telling = {
    ...dependencies,
    subscriptions,
    keys,
    send: createPushSender({ contact, isUnrestricted }),
    settlingMs: isUnrestricted ? 0 : settlingMs,
  };
  const tell = (userIds?: readonly string[]) => tellBrowsers(telling, userIds);

  return {
    getPublicKey: async (): Promise<string> => (await keys()).publicKey,

    /** @throws ValidationError for what is no subscription of a browser's */
    subscribe(
      viewer: Viewer,
      { endpoint, keys: given }: { endpoint: string; keys: { p256dh: string; auth: string } },
    ): Promise<string> {
      const target = { endpoint: parseEndpoint(endpoint, isUnrestricted), ...given };
      requireKeys(given);
      return subscriptions.insert(viewer, target);
    },

    /** @throws NotFoundError */
    async unsubscribe({ userId }: Viewer, id: string): Promise<void> {
      if (isId(id) && (await subscriptions.remove(userId, id))) return;
      throw new NotFoundError('This browser is not subscribed.');
    },

    /** Tells everybody of whatever is new, also of what no signal came for. */
    async sweep(): Promise<void> {
      await subscriptions.removeOfEndedSessions(dependencies.clock.now());
      await tell();
    },

    /** Tells people shortly after something has happened to them. Returns what ends it. */
    followSignals: (onError: (error: unknown) => void) =>
      gatherSignals({ bus, delayMs: telling.settlingMs + 100, act: tell, onError }),
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
