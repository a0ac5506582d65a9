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

function contend(url = database.url) {
  const heard: string[] = [];
  const lock = acquireLock({
    url,
    key: '4711',
    onAcquired: () => heard.push('held'),
    onLost: () => heard.push('lost'),
  });
  locks.push(lock);
  return { heard, lock };
}

const soon = { timeout: 15_000, interval: 50 };

test('one of several processes has the lock, and another acquires it when that one stops', async () => {
  const first = contend();
  await vi.waitFor(() => expect(first.heard).toEqual(['held']), soon);
  const second = contend();
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(second.heard).toEqual([]);
  await first.lock.stop();
  await vi.waitFor(() => expect(second.heard).toEqual(['held']), soon);
  expect(first.heard).toEqual(['held']);
});

test('the lock is lost with the connection and acquired again', { timeout: 30_000 }, async () => {
  const { heard } = contend();
  await vi.waitFor(() => expect(heard).toEqual(['held']), soon);
  await query(
    database.url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'skein-jobs' AND datname = current_database()`,
  );
  await vi.waitFor(() => expect(heard).toEqual(['held', 'lost', 'held']), soon);
});

test(
  'a silently disconnected process loses the lock, and another acquires it',
  { timeout: 40_000 },
  async () => {
    const proxy = await startTcpProxy(database.url);
    const cut = contend(proxy.url);
    await vi.waitFor(() => expect(cut.heard).toEqual(['held']), soon);
    proxy.silence();
    await vi.waitFor(() => expect(cut.heard).toEqual(['held', 'lost']), soon);
    const other = contend();
    await vi.waitFor(() => expect(other.heard).toEqual(['held']), { ...soon, timeout: 25_000 });
    await proxy.close();
  },
);
