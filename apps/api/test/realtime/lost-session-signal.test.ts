import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startBackgroundJobs } from '../../src/server/jobs/background-jobs.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { timeFactor } from '../support/time-factor.ts';
import { createUser } from '../support/factories/users.ts';
import { listen } from './support.ts';

let first: TestApi;
let second: TestApi;
/** The proxy for the second server's notification connection. */
let proxy: Server;
const sockets: Socket[] = [];
let stopJobs: () => Promise<void>;

beforeAll(async () => {
  first = await startTestApi();
  second = await startTestApi({ databaseUrl: first.databaseUrl });
  const url = new URL(first.databaseUrl);
  const target = Number(url.port);
  proxy = createServer((client) => {
    const database = connect(target, '127.0.0.1');
    for (const socket of [client, database]) sockets.push(socket.on('error', () => undefined));
    client.pipe(database).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  // The address is a string only for Unix domain sockets.
  url.port = String((proxy.address() as AddressInfo).port);
  stopJobs = startBackgroundJobs(second.services, url.href);
});

afterAll(async () => {
  await stopJobs();
  for (const socket of sockets) socket.destroy();
  proxy.close();
  await second.close();
  await first.close();
});

it('ends a stream soon after its session although the notification connection is dead', async () => {
  const { sessionCache } = second.services.auth;
  await vi.waitUntil(() => sessionCache.isEnabled, { timeout: 20_000 });
  const user = await createUser(first);
  const stream = await listen(second, user);
  // As when a cable is pulled: data stops without an error.
  for (const socket of sockets) socket.unpipe().pause();
  const begin = performance.now();
  await first.request.post('/api/auth/logout').set(user.auth).expect(200);
  expect(sessionCache.isEnabled).toBe(true);
  await stream.untilClosed();
  expect(performance.now() - begin).toBeLessThan(2000 * timeFactor);
});
