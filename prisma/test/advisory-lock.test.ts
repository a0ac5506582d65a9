import { inject, expect, test, vi, beforeEach, afterEach } from 'vitest';
import { acquireLock } from '../advisory-lock.ts';
import type { AcquiredLock } from '../advisory-lock.ts';
import { cloneDatabase } from '../testing/index.ts';
import type { TestDatabase } from '../testing/index.ts';
import type {} from '../testing/global-setup.ts';
import { query } from './support/query.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';

let database: TestDatabase;
let locks: AcquiredLock[];

beforeEach(async () => {
  database = await cloneDatabase(inject('templateUrl'));
  locks = [];
});
afterEach(async () => {
  await Promise.all(locks.map((lock) => lock.stop()));
  await database.drop();
});

function startContender(url = database.url) {
  const events: string[] = [];
  const lock = acquireLock({
    url,
    key: '4711',
    onAcquired: () => events.push('acquired'),
    onLost: () => events.push('lost'),
  });
  locks.push(lock);
  return { events, lock };
}

const eventually = { timeout: 15_000, interval: 50 };

test('one of several processes has the lock, and another acquires it when that one stops', async () => {
  const first = startContender();
  await vi.waitFor(() => expect(first.events).toEqual(['acquired']), eventually);
  const second = startContender();
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(second.events).toEqual([]);
  await first.lock.stop();
  await vi.waitFor(() => expect(second.events).toEqual(['acquired']), eventually);
  expect(first.events).toEqual(['acquired']);
});

test('the lock is lost with the connection and acquired again', { timeout: 30_000 }, async () => {
  const { events } = startContender();
  await vi.waitFor(() => expect(events).toEqual(['acquired']), eventually);
  await query(
    database.url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'skein-jobs' AND datname = current_database()`,
  );
  await vi.waitFor(() => expect(events).toEqual(['acquired', 'lost', 'acquired']), eventually);
});

test(
  'a silently disconnected process loses the lock, and another acquires it',
  { timeout: 40_000 },
  async () => {
    const proxy = await startTcpProxy(database.url);
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
