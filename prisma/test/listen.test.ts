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
  const heard = {
    onNotification: vi.fn<(payload: string) => void>(),
    onGap: vi.fn<() => void>(),
    onLive: vi.fn<() => void>(),
  };
  listener = listen({ url, channel: 'skein_test', ...heard });
  return heard;
}

/** Within the time that a slow machine takes. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

const announce = (payload: string) =>
  query(clone.url, `SELECT pg_notify('skein_test', '${payload}')`);

test('what is announced is heard', async () => {
  const heard = start();
  await soon(() => expect(heard.onLive).toHaveBeenCalledOnce());
  await announce('one');
  await soon(() => expect(heard.onNotification.mock.calls).toEqual([['one']]));
  expect(heard.onGap).not.toHaveBeenCalled();
});

test('a lost connection is told of, and made again', async () => {
  const heard = start();
  await soon(() => expect(heard.onLive).toHaveBeenCalledOnce());
  await query(
    clone.url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'skein-listener' AND datname = current_database()",
  );
  await soon(() => expect(heard.onGap).toHaveBeenCalledOnce());
  await soon(() => expect(heard.onLive).toHaveBeenCalledTimes(2));
  await announce('two');
  await soon(() => expect(heard.onNotification.mock.calls).toEqual([['two']]));
});

test('a connection that died in silence is noticed, told of once, and made again', async () => {
  const proxy = await startTcpProxy(clone.url);
  const heard = start(proxy.url);
  try {
    await soon(() => expect(heard.onLive).toHaveBeenCalledOnce());
    const silentSince = performance.now();
    proxy.silence();
    await vi.waitFor(() => expect(heard.onGap).toHaveBeenCalledOnce(), {
      timeout: 20_000,
      interval: 10,
    });
    expect(performance.now() - silentSince).toBeLessThan(4000);
    // Long enough for attempts that come to nothing.
    await sleep(4000);
    expect(heard.onGap).toHaveBeenCalledOnce();
    proxy.restore();
    await soon(() => expect(heard.onLive).toHaveBeenCalledTimes(2));
    await announce('three');
    await soon(() => expect(heard.onNotification.mock.calls).toEqual([['three']]));
  } finally {
    await listener?.stop();
    await proxy.close();
  }
});

test('a stop does not wait for a connection that died in silence', async () => {
  const proxy = await startTcpProxy(clone.url);
  const heard = start(proxy.url);
  try {
    await soon(() => expect(heard.onLive).toHaveBeenCalledOnce());
    proxy.silence();
    const begin = performance.now();
    await listener?.stop();
    expect(performance.now() - begin).toBeLessThan(15_000);
  } finally {
    await proxy.close();
  }
});

test('a database that is not there is told of once, and tried ever less often', async () => {
  const attempts: number[] = [];
  const refusing = createServer((socket) => {
    attempts.push(performance.now());
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  // A TCP server's address is never the path of a socket.
  const { port } = refusing.address() as AddressInfo;
  const heard = start(`postgresql://nobody@127.0.0.1:${port}/nothing`);
  await soon(() => expect(attempts).toHaveLength(4));
  const [first = 0, second = 0, third = 0, fourth = 0] = attempts;
  // A timer may be early by a part of a millisecond, and late by anything.
  expect(second - first).toBeGreaterThan(249);
  expect(third - second).toBeGreaterThan(499);
  expect(fourth - third).toBeGreaterThan(999);
  expect(heard.onGap).toHaveBeenCalledOnce();
  await listener?.stop();
  await sleep(2500);
  expect(attempts).toHaveLength(4);
  expect(heard.onLive).not.toHaveBeenCalled();
  refusing.close();
});
