import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPushServer, startPushApi } from '../notifications/push-support.ts';
import type { PushApi } from '../notifications/push-support.ts';
import type { TestApi } from '../support/api.ts';
import { timeFactor } from '../support/time-factor.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';

const attackersCount = 10;
const endpointsEach = 20;

let pushApi: PushApi;
let api: TestApi;
let client: PushApi['client'];
let receiver: PushApi['receiver'];
let victim: User;
let sender: User;
const attackers: User[] = [];
const silentPorts = new Map<string, number>();

beforeAll(async () => {
  pushApi = await startPushApi(({ hostname, pathname }, options) =>
    request({ ...options, host: '127.0.0.1', port: silentPorts.get(hostname), path: pathname }),
  );
  ({ api, client, receiver } = pushApi);
  for (let number = 0; number < attackersCount; number += 1) {
    attackers.push(await createUser(api));
  }
  [victim, sender] = [await createUser(api), await createUser(api)];
});

afterAll(() => pushApi.close());

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
  const nameHost = (index: number) => `silent${index}.push.test`;
  for (const [index, port] of ports.entries()) silentPorts.set(nameHost(index), port);
  return {
    nameHost,
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

/** Subscribes browsers at these hosts, each with a pending notification. */
async function attack(nameHost: (index: number) => string): Promise<void> {
  for (const [index, attacker] of attackers.entries()) {
    for (let number = 0; number < endpointsEach; number += 1) {
      const endpoint = `https://${nameHost(index * endpointsEach + number)}/${index}/${number}`;
      await pushApi.subscribe(attacker, subscriptionAt(endpoint));
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
  await pushApi.subscribe(victim, subscription);
  await pushApi.waitForIds();
  await client.publish(sender, { content: `@${victim.username}` });
  api.clock.advance(10);
  const start = performance.now();
  await api.services.push.sweep();
  const messages = () => receiver.messagesAt(subscription.endpoint);
  await expect.poll(messages, { timeout: 20_000, interval: 10 }).toHaveLength(1);
  return performance.now() - start;
}

describe('200 endpoints that never respond', () => {
  it('at one host do not delay the push of another user', async () => {
    const silent = await startSilentServices(1);
    await attack(() => silent.nameHost(0));
    await api.services.push.sweep();
    expect(await measurePush()).toBeLessThan(1000 * timeFactor);
    await expect.poll(silent.open).toBe(16);
    expect(silent.openMax()).toBeLessThanOrEqual(2 * 16);
    await endAttack();
    await silent.stop();
  });

  it('at 200 hosts do not delay it either', async () => {
    const silent = await startSilentServices(attackersCount * endpointsEach);
    await attack(silent.nameHost);
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
    await pushApi.subscribe(user, subscription);
    await pushApi.waitForIds();
    await client.publish(sender, { content: `@${user.username}` });
    const where = { endpoint: subscription.endpoint };
    const delaysS: number[] = [];
    for (let failures = 1; failures <= 10; failures += 1) {
      receiver.failureStatuses.push(503);
      api.clock.advance(10);
      const push = createPushServer(api);
      await push.sweep();
      await push.whenIdle();
      expect(receiver.failureStatuses).toEqual([]);
      // Subscribing again does not reset the failures of the endpoint.
      if (failures === 5) await pushApi.subscribe(user, subscription);
      const found = await api.database.pushSubscription.findFirst({ where });
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
