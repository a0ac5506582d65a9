import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { listen, type Listener } from '../listen.ts';
import { cloneDatabase, type TestDatabase } from '../testing/index.ts';
import { query } from './support/query.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';

let clone: TestDatabase;
let listener: Listener | undefined;

beforeEach(async () => {
  clone = await cloneDatabase(inject('templateUrl'));
});

afterEach(async () => {
  await listener?.stop();
  await clone.drop();
});

function start(url = clone.url) {
  const events = {
    onNotification: vi.fn<(payload: string) => void>(),
    onGap: vi.fn<() => void>(),
    onLive: vi.fn<() => void>(),
  };
  listener = listen({ url, channel: 'skein_test', ...events });
  return events;
}

/** A generous timeout for slow machines. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

const notify = (payload: string) =>
  query(clone.url, `SELECT pg_notify('skein_test', '${payload}')`);

test('receives notifications', async () => {
  const events = start();
  await eventually(() => expect(events.onLive).toHaveBeenCalledOnce());
  await notify('one');
  await eventually(() => expect(events.onNotification.mock.calls).toEqual([['one']]));
  expect(events.onGap).not.toHaveBeenCalled();
});

test('reports a lost connection and reconnects', async () => {
  const events = start();
  await eventually(() => expect(events.onLive).toHaveBeenCalledOnce());
  await query(
    clone.url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'skein-listener' AND datname = current_database()",
  );
  await eventually(() => expect(events.onGap).toHaveBeenCalledOnce());
  await eventually(() => expect(events.onLive).toHaveBeenCalledTimes(2));
  await notify('two');
  await eventually(() => expect(events.onNotification.mock.calls).toEqual([['two']]));
});

test('detects a silently lost connection, reports it once and reconnects', async () => {
  const proxy = await startTcpProxy(clone.url);
  const events = start(proxy.url);
  try {
    await eventually(() => expect(events.onLive).toHaveBeenCalledOnce());
    const silencedAt = performance.now();
    proxy.silence();
    await vi.waitFor(() => expect(events.onGap).toHaveBeenCalledOnce(), {
      timeout: 20_000,
      interval: 10,
    });
    expect(performance.now() - silencedAt).toBeLessThan(4000);
    // Long enough for failed attempts.
    await sleep(4000);
    expect(events.onGap).toHaveBeenCalledOnce();
    proxy.restore();
    await eventually(() => expect(events.onLive).toHaveBeenCalledTimes(2));
    await notify('three');
    await eventually(() => expect(events.onNotification.mock.calls).toEqual([['three']]));
  } finally {
    await listener?.stop();
    await proxy.close();
  }
});

test('stops without waiting for a silently lost connection', async () => {
  const proxy = await startTcpProxy(clone.url);
  const events = start(proxy.url);
  try {
    await eventually(() => expect(events.onLive).toHaveBeenCalledOnce());
    proxy.silence();
    const begin = performance.now();
    await listener?.stop();
    expect(performance.now() - begin).toBeLessThan(15_000);
  } finally {
    await proxy.close();
  }
});

test('reports an unreachable database once and retries with increasing delays', async () => {
  const attempts: number[] = [];
  const closingServer = createServer((socket) => {
    attempts.push(performance.now());
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(closingServer, 'listening');
  // A TCP server's address is never the path of a socket.
  const { port } = closingServer.address() as AddressInfo;
  const events = start(`postgresql://nobody@127.0.0.1:${port}/nothing`);
  await eventually(() => expect(attempts).toHaveLength(4));
  const [first = 0, second = 0, third = 0, fourth = 0] = attempts;
  // Timers may be a fraction of a millisecond early and arbitrarily late.
  expect(second - first).toBeGreaterThan(249);
  expect(third - second).toBeGreaterThan(499);
  expect(fourth - third).toBeGreaterThan(999);
  expect(events.onGap).toHaveBeenCalledOnce();
  await listener?.stop();
  await sleep(2500);
  expect(attempts).toHaveLength(4);
  expect(events.onLive).not.toHaveBeenCalled();
  closingServer.close();
});
