import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAppMessages } from '../../src/mastodon/push-messages.ts';
import { createPushModule } from '../../src/modules/notifications/index.ts';
import { lowestIdAt, newId } from '../../src/platform/ids.ts';
import { startPushReceiver } from '../notifications/push-receiver.ts';
import { createNotificationsClient } from '../notifications/support.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { timeFactor } from '../support/time-factor.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

const attackersCount = 10;
const endpointsEach = 20;

let api: TestApi;
let client: ReturnType<typeof createNotificationsClient>;
let receiver: Awaited<ReturnType<typeof startPushReceiver>>;
let victim: User;
let sender: User;
const attackers: User[] = [];

beforeAll(async () => {
  receiver = await startPushReceiver();
  api = await startTestApi({ settings: { isPushUnrestricted: true } });
  client = createNotificationsClient(api);
  for (let number = 0; number < attackersCount; number += 1) {
    attackers.push(await createUser(api));
  }
  [victim, sender] = [await createUser(api), await createUser(api)];
});

afterAll(async () => {
  await api.close();
  await receiver.stop();
});

/** Push services that accept connections and never respond. */
async function startSilentServices(count: number) {
  const sockets = new Set<Socket>();
  let openMax = 0;
  const servers = Array.from({ length: count }, () =>
    createServer((socket) => {
      sockets.add(socket);
      openMax = Math.max(openMax, sockets.size);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
      socket.resume();
    }).listen(0, '127.0.0.1'),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  // The address is a string only for Unix domain sockets.
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  return {
    hostOf: (index: number) => `127.0.0.1:${ports[index]}`,
    /** The number of open connections. */
    open: () => sockets.size,
    /** Their maximum: at most twice the limit, because a connection is seen to end only after the next has begun. */
    openMax: () => openMax,
    async stop() {
      for (const server of servers) server.close();
      for (const socket of sockets) socket.destroy();
      await api.services.push.whenIdle();
    },
  };
}

function subscriptionAt(endpoint: string) {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = randomBytes(16).toString('base64url');
  return { endpoint, keys: { p256dh: ecdh.getPublicKey('base64url'), auth } };
}

const subscribe = (user: User, subscription: object) =>
  client.post(user, '/notifications/push-subscriptions').send(subscription).expect(201);

/** Subscribes browsers at these hosts, each with a pending notification. */
async function attack(hostOf: (index: number) => string): Promise<void> {
  for (const [index, attacker] of attackers.entries()) {
    for (let number = 0; number < endpointsEach; number += 1) {
      const endpoint = `http://${hostOf(index * endpointsEach + number)}/${index}/${number}`;
      await subscribe(attacker, subscriptionAt(endpoint));
    }
  }
  const names = attackers.map(({ username }) => `@${username}`).join(' ');
  await client.publish(victim, { content: names });
}

async function endAttack(): Promise<void> {
  await api.database.pushSubscription.deleteMany({ where: { userId: { not: victim.id } } });
}

/** Measures the time until a mention of another user is pushed. */
async function measurePush(): Promise<number> {
  const subscription = receiver.subscribe();
  await subscribe(victim, subscription);
  await waitForIds();
  await client.publish(sender, { content: `@${victim.username}` });
  api.clock.advance(10);
  const start = performance.now();
  await api.services.push.sweep();
  const messages = () => receiver.messagesAt(subscription.endpoint);
  await expect.poll(messages, { timeout: 20_000, interval: 10 }).toHaveLength(1);
  return performance.now() - start;
}

/** Ids contain the real time, and the test clock is in the future: waits until new ids are later. */
async function waitForIds(): Promise<void> {
  const notified = lowestIdAt(api.clock.now().getTime());
  await expect.poll(() => newId() > notified, { interval: 5 }).toBe(true);
}

describe('200 endpoints that never respond', () => {
  it('at one host do not delay the push of another user', async () => {
    const silent = await startSilentServices(1);
    await attack(() => silent.hostOf(0));
    await api.services.push.sweep();
    expect(await measurePush()).toBeLessThan(1000 * timeFactor);
    await expect.poll(silent.open).toBe(16);
    expect(silent.openMax()).toBeLessThanOrEqual(2 * 16);
    await endAttack();
    await silent.stop();
  });

  it('at 200 hosts do not delay it either', async () => {
    const silent = await startSilentServices(attackersCount * endpointsEach);
    await attack(silent.hostOf);
    await api.services.push.sweep();
    expect(await measurePush()).toBeLessThan(1000 * timeFactor);
    await expect.poll(silent.open).toBe(2 * attackersCount);
    expect(silent.openMax()).toBeLessThanOrEqual(2 * 2 * attackersCount);
    await endAttack();
    await silent.stop();
  });
});

describe('an endpoint that fails repeatedly', () => {
  it('is retried less and less often and then removed, with several servers', async () => {
    const user = await createUser(api);
    const subscription = receiver.subscribe();
    await subscribe(user, subscription);
    await waitForIds();
    await client.publish(sender, { content: `@${user.username}` });
    const where = { endpoint: subscription.endpoint };
    const { bus, notifications, settings, siteSettings } = api.services;
    const appMessages = createAppMessages(settings.publicUrl);
    const delaysS: number[] = [];
    for (let failures = 1; failures <= 10; failures += 1) {
      receiver.failureStatuses.push(503);
      api.clock.advance(10);
      const server = createPushModule({
        ...settings,
        siteSettings,
        bus,
        notifications,
        appMessages,
      });
      await server.sweep();
      await server.whenIdle();
      expect(receiver.failureStatuses).toEqual([]);
      // Subscribing again does not reset the failures of the endpoint.
      if (failures === 5) await subscribe(user, subscription);
      const found = await api.database.pushSubscription.findUnique({ where });
      if (found === null) break;
      expect(found.failures).toBe(failures);
      const delayMs = found.busyUntil.getTime() - api.clock.now().getTime();
      delaysS.push(Math.round(delayMs / 1000));
      if (failures === 5) await client.publish(sender, { content: `@${user.username}` });
      api.clock.advance(delayMs);
    }
    expect(delaysS).toEqual([30, 120, 480, 1920, 7680, 30_720, 43_200, 43_200, 43_200]);
    expect(await api.database.pushSubscription.count({ where })).toBe(0);
  });
});
