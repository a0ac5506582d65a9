import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, test, vi } from 'vitest';
import type { TestContext } from 'vitest';
import { listen, type Listener } from '../listen.ts';
import { cloneDatabase } from '../testing/index.ts';
import { query } from './support/query.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';

/** A database and its listeners. The tests mostly wait, so they run concurrently. */
async function createDatabase({ onTestFinished }: TestContext) {
  const { url, drop } = await cloneDatabase(inject('templateUrl'));
  const listeners: Listener[] = [];
  const stop = () => Promise.all(listeners.map((listener) => listener.stop()));
  onTestFinished(async () => {
    await stop();
    await drop();
  });
  const start = (address = url) => {
    const events = {
      onNotification: vi.fn<(payload: string, channel: string) => void>(),
      onGap: vi.fn<() => void>(),
      onLive: vi.fn<() => void>(),
    };
    listeners.push(listen({ url: address, channels: ['skein_test'], ...events }));
    return events;
  };
  const notify = (payload: string) => query(url, `SELECT pg_notify('skein_test', '${payload}')`);
  return { url, start, stop, notify };
}

/** A generous timeout for slow machines. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000 });

test.concurrent('receives notifications', async (context) => {
  const { start, notify } = await createDatabase(context);
  const events = start();
  await eventually(() => expect(events.onLive).toHaveBeenCalledOnce());
  await notify('one');
  await eventually(() => expect(events.onNotification.mock.calls).toEqual([['one', 'skein_test']]));
  expect(events.onGap).not.toHaveBeenCalled();
});

test.concurrent('reports a lost connection and reconnects', async (context) => {
  const { url, start, notify } = await createDatabase(context);
  const events = start();
  await eventually(() => expect(events.onLive).toHaveBeenCalledOnce());
  await query(
    url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'skein-listener' AND datname = current_database()",
  );
  await eventually(() => expect(events.onGap).toHaveBeenCalledOnce());
  await eventually(() => expect(events.onLive).toHaveBeenCalledTimes(2));
  await notify('two');
  await eventually(() => expect(events.onNotification.mock.calls).toEqual([['two', 'skein_test']]));
});

test.concurrent(
  'detects a silently lost connection, reports it once and reconnects',
  async (context) => {
    const { url, start, stop, notify } = await createDatabase(context);
    const proxy = await startTcpProxy(url);
    const events = start(proxy.url);
    try {
      await eventually(() => expect(events.onLive).toHaveBeenCalledOnce());
      proxy.silence();
      await eventually(() => expect(events.onGap).toHaveBeenCalledOnce());
      // Long enough for failed attempts.
      await sleep(4000);
      expect(events.onGap).toHaveBeenCalledOnce();
      proxy.restore();
      await eventually(() => expect(events.onLive).toHaveBeenCalledTimes(2));
      await notify('three');
      await eventually(() =>
        expect(events.onNotification.mock.calls).toEqual([['three', 'skein_test']]),
      );
    } finally {
      await stop();
      await proxy.close();
    }
  },
);

test.concurrent('stops without waiting for a silently lost connection', async (context) => {
  const { url, start, stop } = await createDatabase(context);
  const proxy = await startTcpProxy(url);
  const events = start(proxy.url);
  try {
    await eventually(() => expect(events.onLive).toHaveBeenCalledOnce());
    proxy.silence();
    // It would wait until the network reports the loss, which takes minutes.
    await stop();
  } finally {
    await proxy.close();
  }
});

test.concurrent(
  'reports an unreachable database once and retries with increasing delays',
  async (context) => {
    const { start, stop } = await createDatabase(context);
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
    await stop();
    await sleep(2500);
    expect(attempts).toHaveLength(4);
    expect(events.onLive).not.toHaveBeenCalled();
    closingServer.close();
  },
);
