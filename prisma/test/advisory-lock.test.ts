import { expect, inject, test, vi } from 'vitest';
import type { TestContext } from 'vitest';
import { acquireLock } from '../advisory-lock.ts';
import type { AcquiredLock } from '../advisory-lock.ts';
import { cloneDatabase } from '../testing/index.ts';
import type {} from '../testing/global-setup.ts';
import { query } from './support/query.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';

/** A database with processes that contend for its lock. The tests mostly wait, so they run concurrently. */
async function createDatabase({ onTestFinished }: TestContext) {
  const { url, drop } = await cloneDatabase(inject('templateUrl'));
  const locks: AcquiredLock[] = [];
  onTestFinished(async () => {
    await Promise.all(locks.map((lock) => lock.stop()));
    await drop();
  });
  const startContender = (address = url) => {
    const events: string[] = [];
    const lock = acquireLock({
      url: address,
      key: '4711',
      onAcquired: () => events.push('acquired'),
      onLost: () => events.push('lost'),
    });
    locks.push(lock);
    return { events, lock };
  };
  return { url, startContender };
}

const eventually = { timeout: 15_000, interval: 50 };

test.concurrent(
  'one of several processes has the lock, and another acquires it when that one stops',
  async (context) => {
    const { startContender } = await createDatabase(context);
    const first = startContender();
    await vi.waitFor(() => expect(first.events).toEqual(['acquired']), eventually);
    const second = startContender();
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(second.events).toEqual([]);
    await first.lock.stop();
    await vi.waitFor(() => expect(second.events).toEqual(['acquired']), eventually);
    expect(first.events).toEqual(['acquired']);
  },
);

test.concurrent('the lock is lost with the connection and acquired again', async (context) => {
  const { url, startContender } = await createDatabase(context);
  const { events } = startContender();
  await vi.waitFor(() => expect(events).toEqual(['acquired']), eventually);
  await query(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'skein-jobs' AND datname = current_database()`,
  );
  await vi.waitFor(() => expect(events).toEqual(['acquired', 'lost', 'acquired']), eventually);
});

test.concurrent(
  'a silently disconnected process loses the lock, and another acquires it',
  async (context) => {
    const { url, startContender } = await createDatabase(context);
    const proxy = await startTcpProxy(url);
    const disconnected = startContender(proxy.url);
    await vi.waitFor(() => expect(disconnected.events).toEqual(['acquired']), eventually);
    proxy.silence();
    await vi.waitFor(() => expect(disconnected.events).toEqual(['acquired', 'lost']), eventually);
    const other = startContender();
    await vi.waitFor(() => expect(other.events).toEqual(['acquired']), {
      ...eventually,
      timeout: 25_000,
    });
    await proxy.close();
  },
);
