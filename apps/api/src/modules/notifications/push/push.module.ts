import type { Database } from '@skein/db';
import type { Bus } from '../../../platform/events/bus.ts';
import type { Idempotency } from '../../../platform/idempotency/idempotency.ts';
import type { Clock } from '../../../platform/clock.ts';
import { ForbiddenError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Metrics } from '../../../platform/metrics.ts';
import type { SendRequest } from '../../../platform/public-request.ts';
import { createSecretCipher } from '../../../platform/secret-cipher.ts';
import type { Viewer } from '../../../platform/viewer.ts';
import type { CurrentSiteSettings } from '../../instance/index.ts';
import type { NotificationsModule } from '../notifications.module.ts';
import { deleteAppSubscription } from './app-subscriptions.repository.ts';
import type { PushChoices } from './app-subscriptions.repository.ts';
import { changeAppSubscription, getAppSubscription, subscribeApp } from './app-subscriptions.ts';
import type { AppMessages, AppSubscriptionInput } from './app-subscriptions.ts';
import { createDeliveries } from './deliveries.ts';
import { isAllowedEndpoint, parseEndpoint } from './push-endpoint.ts';
import { createPushKeys } from './push-keys.repository.ts';
import { createPushSender } from './push-sender.ts';
import type { PushSubscriptionKeys } from './push-subscription-keys.ts';
import { subscribeBrowser, unsubscribeBrowser } from './subscriptions.ts';

interface Dependencies {
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

export function createPushModule(options: Dependencies) {
  const { database, publicUrl, siteSettings, sendRequest } = options;
  const keys = createPushKeys(database);
  const contact =
    publicUrl.protocol === 'https:' ? publicUrl.origin : `mailto:no-reply@${publicUrl.hostname}`;
  const hasPush = () => siteSettings.current().hasPush;
  const deps = {
    ...options,
    keys,
    hasPush,
    requirePush: () => {
      if (!hasPush()) throw new ForbiddenError('error.pushDisabled');
    },
    parseEndpoint: (text: string) => parseEndpoint(options, text),
    cipher: createSecretCipher(options.jwtSecret, 'app-push-tokens'),
    send: createPushSender({
      contact,
      isAllowed: (url) => isAllowedEndpoint(options, url),
      sendRequest,
    }),
  };

  const deliveries = createDeliveries(deps);
  return {
    getPublicKey: async (): Promise<string> => (await keys()).publicKey,
    subscribe: (
      viewer: Viewer,
      idempotency: Idempotency,
      input: { endpoint: string; keys: PushSubscriptionKeys },
    ) => subscribeBrowser(deps, viewer, idempotency, input),
    unsubscribe: (viewer: Viewer, id: string) => unsubscribeBrowser(database, viewer, id),

    /** The subscriptions of apps. */
    apps: {
      subscribe: (viewer: Viewer, input: AppSubscriptionInput) => subscribeApp(deps, viewer, input),
      get: (viewer: Viewer) => getAppSubscription(database, viewer),
      update: (viewer: Viewer, choices: Partial<PushChoices>) =>
        changeAppSubscription(database, viewer, choices),
      remove: (viewer: Viewer) => deleteAppSubscription(database, viewer),
    },

    sweep: () => deliveries.sweep(),
    subscribeToSignals: () => deliveries.subscribeToSignals(),
    whenIdle: () => deliveries.whenIdle(),
  };
}
