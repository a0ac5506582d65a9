import { expect } from 'vitest';
import { createAppMessages } from '../../src/mastodon/notifications/push-messages.ts';
import { createPushModule } from '../../src/modules/notifications/index.ts';
import { lowestIdAt, newId } from '../../src/platform/ids.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import type { User } from '../support/factories/users.ts';
import { startPushReceiver } from './push-receiver.ts';
import type { SendRequest } from '../../src/platform/public-request.ts';
import { createNotificationsClient } from './support.ts';

export type PushApi = Awaited<ReturnType<typeof startPushApi>>;
const commitLagMs = 2000;

type PushSettings = Parameters<typeof createPushModule>[0];

/**
 * An instance with a push service, at whose endpoints browsers and apps subscribe.
 * @param sendOther sends requests to the hosts below push.test
 */
export async function startPushApi(sendOther?: SendRequest) {
  const receiver = await startPushReceiver();
  // The tests sign in with more apps than one address may register.
  const sendRequest: SendRequest = (url, options) =>
    (url.hostname === 'push.test' ? receiver.sendRequest : (sendOther ?? receiver.sendRequest))(
      url,
      options,
    );
  const settings = { pushHosts: ['push.test', '*.push.test'], sendRequest };
  const api = await startTestApi({ limits: 'off', settings });
  // Events are delivered once later ones can no longer be committed before them.
  api.clock.advance(commitLagMs);
  const client = createNotificationsClient(api);
  return {
    api,
    client,
    receiver,

    /** A browser of the user subscribes. */
    async subscribe(of: User, subscription = receiver.subscribe()) {
      const request = client.post(of, '/notifications/push-subscriptions').send(subscription);
      const { id } = (await request.expect(201)).body as { id: string };
      return { ...subscription, id };
    },

    /** Events of the current millisecond may not be committed. */
    async sweep(push: Pick<TestApi['services']['push'], 'sweep' | 'whenIdle'> = api.services.push) {
      api.clock.advance(10);
      await push.sweep();
      await push.whenIdle();
    },

    /** Ids contain the real time, and the test clock is in the future: waits until new ids are later. */
    async waitForIds(): Promise<void> {
      const notified = lowestIdAt(api.clock.now().getTime() - commitLagMs);
      await expect.poll(() => newId() > notified, { interval: 5 }).toBe(true);
    },

    async close(): Promise<void> {
      await api.close();
      await receiver.stop();
    },
  };
}

/** The push module of a further server, with other settings. */
export function createPushServer({ services }: TestApi, changes: Partial<PushSettings> = {}) {
  const { bus, notifications, settings, siteSettings } = services;
  const appMessages = createAppMessages(settings.publicUrl);
  return createPushModule({
    ...settings,
    siteSettings,
    bus,
    notifications,
    appMessages,
    ...changes,
  });
}
