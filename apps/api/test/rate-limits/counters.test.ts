import { cloneDatabase } from '@skein/db/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createBurstCounter, withFallback } from '../../src/platform/rate-limits/counters.ts';
import type { Count, Counter } from '../../src/platform/rate-limits/counters.ts';
import {
  createDatabaseCounter,
  openCounterPool,
} from '../../src/platform/rate-limits/counters.repository.ts';
import { createLeases } from '../../src/platform/rate-limits/leases.ts';
import { createMemoryCounter } from '../../src/platform/rate-limits/memory-counter.ts';
import { createRedisCounter } from '../../src/platform/rate-limits/redis-counter.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { createRedisClient } from '../../src/platform/redis-client.ts';
import { startRedisServer } from '../support/servers/redis-server.ts';

const max = 12;
const seconds = 600;
const rule = { max, seconds };
const leaseSize = 3;

let time = Date.UTC(2026, 0, 1);
const now = () => time;

let pool: ReturnType<typeof openCounterPool>;
let redis: ReturnType<typeof createRedisClient>;
const cleanups: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const database = await cloneDatabase(inject('templateUrl'));
  pool = openCounterPool({
    databaseUrl: database.url,
    timeoutMs: 20_000,
    logger: createLogger({ level: 'silent' }),
  });
  cleanups.push(() => pool.stop().then(database.drop));
  const server = await startRedisServer();
  cleanups.push(() => server.stop());
  redis = createRedisClient({ url: server.url });
  const client = await redis;
  await client.connect();
  cleanups.push(() => client.close());
});

afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
});

let createdCount = 0;

function createShared(kind: 'database' | 'redis'): Counter {
  createdCount += 1;
  const name = `limit-${createdCount}`;
  return kind === 'redis'
    ? createRedisCounter(redis, name, rule, now)
    : createDatabaseCounter(pool, name, rule, now);
}

const counters: Record<string, () => Counter> = {
  memory: () => createMemoryCounter(rule, now),
  database: () => createShared('database'),
  redis: () => createShared('redis'),
  'leases of memory': () => createLeases(createMemoryCounter(rule, now), leaseSize, now),
  'leases of database': () => createLeases(createShared('database'), leaseSize, now),
  'leases of redis': () => createLeases(createShared('redis'), leaseSize, now),
};

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ points: fc.integer({ min: 1, max: max + 2 }) }) },
  { weight: 4, arbitrary: fc.record({ refunded: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ waitSeconds: fc.constantFrom(seconds / 3, seconds) }) },
);

/** What a counter must do: grant all points or none, up to the maximum of a window. */
class Model {
  used = 0;
  endsAt = 0;

  consume(points: number): boolean {
    const isCurrent = this.endsAt > time;
    if ((isCurrent ? this.used : 0) + points > max) return false;
    if (!isCurrent) Object.assign(this, { used: 0, endsAt: time + seconds * 1000 });
    this.used += points;
    return true;
  }

  refund(points: number, endsAt: number): void {
    if (endsAt === this.endsAt) this.used -= points;
  }
}

describe.each(Object.keys(counters))('a counter (%s)', (kind) => {
  const create = () => counters[kind]?.() ?? expect.fail();

  it('grants all points or none, and a rejected request and a late refund change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const counter = create();
        const model = new Model();
        const outcomes: { counter: boolean; model: boolean }[] = [];
        const granted: { count: Count; points: number; endsAt: number; isRefunded: boolean }[] = [];
        for (const each of steps) {
          if ('waitSeconds' in each) time += each.waitSeconds * 1000;
          if ('points' in each) {
            const { points } = each;
            const count = await counter.consume('ada', points);
            outcomes.push({ counter: count.isGranted, model: model.consume(points) });
            const { endsAt } = model;
            granted.push({ count, points, endsAt, isRefunded: !count.isGranted });
          }
          if ('refunded' in each) {
            const entry = granted[each.refunded];
            if (entry === undefined) continue;
            // A second refund and the refund of a rejected request change nothing.
            await entry.count.refund();
            if (!entry.isRefunded) model.refund(entry.points, entry.endsAt);
            entry.isRefunded = true;
          }
        }
        expect(outcomes.filter((outcome) => outcome.counter !== outcome.model)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('grants concurrent requests as many points as fit', async () => {
    const requests = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(requests, async (requested) => {
        const counter = create();
        const counts = await Promise.all(
          requested.map(async (points) => ({ points, ...(await counter.consume('ada', points)) })),
        );
        const granted = counts.filter(({ isGranted }) => isGranted);
        const used = granted.reduce((sum, { points }) => sum + points, 0);
        expect(used).toBeLessThanOrEqual(max);
        const rejected = counts.filter(({ isGranted }) => !isGranted);
        for (const { points } of rejected) expect(used + points).toBeGreaterThan(max);
      }),
      { numRuns: 30 },
    );
  });
});

it.each(['database', 'redis'] as const)(
  'several servers grant no more than the limit together (%s)',
  async (kind) => {
    const shared = createShared(kind);
    const servers = [shared, createLeases(shared, leaseSize, now), createLeases(shared, 2, now)];
    const requests = servers.flatMap((server) => Array<Counter>(10).fill(server));
    const counts = await Promise.all(requests.map((server) => server.consume('ada', 1)));
    expect(counts.filter(({ isGranted }) => isGranted)).toHaveLength(max);
  },
);

it('consumes the burst only without a steady point, and refunds the one that it consumed', async () => {
  const steady = createMemoryCounter({ max: 1, seconds: 1 }, now);
  const burst = createBurstCounter(steady, createMemoryCounter({ max: 2, seconds }, now));
  const consume = (points = 1) => burst.consume('ada', points);
  const first = await consume();
  expect((await consume(3)).isGranted).toBe(false);
  const second = await consume();
  expect((await consume()).isGranted).toBe(true);
  expect((await consume()).isGranted).toBe(false);
  await second.refund();
  expect((await consume()).isGranted).toBe(true);
  expect((await consume()).isGranted).toBe(false);
  await first.refund();
  expect((await consume()).isGranted).toBe(true);
  expect((await consume()).isGranted).toBe(false);
});

it('does not raise the limit by a refund that the store cannot store', async () => {
  let isAvailable = true;
  const memory = createMemoryCounter(rule, now);
  const store: Counter = {
    async consume(key, points) {
      if (!isAvailable) throw new Error('not available');
      const count = await memory.consume(key, points);
      return { ...count, refund: () => Promise.reject(new Error('not available')) };
    },
  };
  const counter = withFallback(store, createMemoryCounter(rule, now));
  const count = await counter.consume('ada', max);
  isAvailable = false;
  await count.refund();
  expect((await counter.consume('ada', max)).isGranted).toBe(true);
  expect((await counter.consume('ada', 1)).isGranted).toBe(false);
  isAvailable = true;
  expect((await counter.consume('ada', 1)).isGranted).toBe(false);
});

it('leases points of the database, so that most requests need no query', async () => {
  let queries = 0;
  const shared = createMemoryCounter(rule, now);
  const counted: Counter = {
    consume(key, points) {
      queries += 1;
      return shared.consume(key, points);
    },
  };
  const leases = createLeases(counted, leaseSize, now);
  for (let point = 0; point < 3 * max; point += 1) await leases.consume('ada', 1);
  expect(queries).toBe(max / leaseSize);
});
