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

const announce = (payload: string) =>
  query(clone.url, `SELECT pg_notify('skein_test', '${payload}')`);

test('what is announced is heard', async () => {
  const heard = start();
  await vi.waitFor(() => expect(heard.onLive).toHaveBeenCalledOnce());
  await announce('one');
  await vi.waitFor(() => expect(heard.onNotification.mock.calls).toEqual([['one']]));
  expect(heard.onGap).not.toHaveBeenCalled();
});

test('a lost connection is told of, and made again', async () => {
  const heard = start();
  await vi.waitFor(() => expect(heard.onLive).toHaveBeenCalledOnce());
  await query(
    clone.url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'skein-listener' AND datname = current_database()",
  );
  await vi.waitFor(() => expect(heard.onGap).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(heard.onLive).toHaveBeenCalledTimes(2), { timeout: 5000 });
  await announce('two');
  await vi.waitFor(() => expect(heard.onNotification.mock.calls).toEqual([['two']]));
});

test('a connection that died in silence is noticed, told of once, and made again', async () => {
  const proxy = await startTcpProxy(clone.url);
  const heard = start(proxy.url);
  try {
    await vi.waitFor(() => expect(heard.onLive).toHaveBeenCalledOnce());
    proxy.silence();
    await vi.waitFor(() => expect(heard.onGap).toHaveBeenCalledOnce(), { timeout: 5000 });
    // Long enough for attempts that come to nothing.
    await sleep(4000);
    expect(heard.onGap).toHaveBeenCalledOnce();
    proxy.restore();
    await vi.waitFor(() => expect(heard.onLive).toHaveBeenCalledTimes(2), { timeout: 5000 });
    await announce('three');
    await vi.waitFor(() => expect(heard.onNotification.mock.calls).toEqual([['three']]));
  } finally {
    await listener?.stop();
    await proxy.close();
  }
});

test('a stop does not wait for a connection that died in silence', async () => {
  const proxy = await startTcpProxy(clone.url);
  const heard = start(proxy.url);
  try {
    await vi.waitFor(() => expect(heard.onLive).toHaveBeenCalledOnce());
    proxy.silence();
    const begin = performance.now();
    await listener?.stop();
    expect(performance.now() - begin).toBeLessThan(3000);
  } finally {
    await proxy.close();
  }
});

test('a database that is not there is told of once, and tried ever less often', async () => {
  let attempts = 0;
  const refusing = createServer((socket) => {
    attempts += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  // A TCP server's address is never the path of a socket.
  const { port } = refusing.address() as AddressInfo;
  const heard = start(`postgresql://nobody@127.0.0.1:${port}/nothing`);
  // After 0, 250, 750, 1750 and 3750 ms.
  await sleep(3000);
  expect(attempts).toBe(4);
  expect(heard.onGap).toHaveBeenCalledOnce();
  await listener?.stop();
  await sleep(1500);
  expect(attempts).toBe(4);
  expect(heard.onLive).not.toHaveBeenCalled();
  refusing.close();
});
