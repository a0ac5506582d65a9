import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, expectTypeOf, inject, test } from 'vitest';
import { createDatabase, Prisma, type Database, type Transaction } from '../client.ts';
import { cloneDatabase, type TestDatabase } from '../testing/index.ts';
import { query } from './support/query.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';

let clone: TestDatabase;
let database: Database;
let errors: Error[];

beforeEach(async () => {
  clone = await cloneDatabase(inject('templateUrl'));
  errors = [];
  database = open({});
});

afterEach(async () => {
  await database.$disconnect();
  await clone.drop();
});

function open(options: { poolSize?: number; statementTimeoutMs?: number; url?: string }): Database {
  return createDatabase({ url: clone.url, onError: (error) => errors.push(error), ...options });
}

function sessionSettings(client: Database) {
  return client.$queryRaw`
    SELECT name, setting FROM pg_settings
    WHERE name IN ('statement_timeout', 'lock_timeout', 'plan_cache_mode') ORDER BY name`;
}

describe('createDatabase', () => {
  test('limits statements and locks, and plans named statements once', async () => {
    expect(await sessionSettings(database)).toEqual([
      { name: 'lock_timeout', setting: '2000' },
      { name: 'plan_cache_mode', setting: 'force_generic_plan' },
      { name: 'statement_timeout', setting: '5000' },
    ]);
  });

  test('has closed all connections when $disconnect returns', async () => {
    const countSockets = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
    const before = countSockets();
    const pooled = open({});
    await Promise.all(
      Array.from({ length: 4 }, () => pooled.query(Prisma.sql`SELECT pg_sleep(0.1)::text`)),
    );
    expect(countSockets()).toBe(before + 4);
    await pooled.$disconnect();
    expect(countSockets()).toBe(before);
  });

  test('gives precedence to the options in the URL', async () => {
    const url = `${clone.url}?options=${encodeURIComponent('-c lock_timeout=700')}`;
    const other = open({ url });
    expect(await sessionSettings(other)).toContainEqual({ name: 'lock_timeout', setting: '700' });
    await other.$disconnect();
  });

  test('reads rows as Prisma does, and prepares their statement once per connection', async () => {
    const single = open({ poolSize: 1 });
    const statement = (count: number) => Prisma.sql`
      SELECT ${count}::integer AS count, now() - now() = interval '0' AS "isTrue",
        '2026-01-02T03:04:05.678Z'::timestamptz AS time, '{"a": [1]}'::json AS data,
        '{"b": null}'::jsonb AS document, ARRAY['x', 'y'] AS texts, NULL::uuid AS nothing,
        9007199254740993::bigint AS large, ARRAY[1, -2]::bigint[] AS larges, 1.10::numeric AS share,
        '2026-01-02'::date AS day, ARRAY['2026-01-02T03:04:05Z']::timestamptz[] AS times,
        decode('00ff', 'hex') AS bytes, 1.5::float8 AS ratio, 'mention'::notification_type AS type`;
    for (const count of [1, 2]) {
      const rows = await single.query(statement(count));
      expect(rows).toMatchObject([{ large: 9007199254740993n, day: new Date('2026-01-02') }]);
      expect(rows).toEqual(await single.$transaction((tx) => tx.query(statement(count))));
    }
    const prepared = await single.$queryRaw`
      SELECT count(*)::integer FROM pg_prepared_statements WHERE statement LIKE '%"isTrue"%' AND statement NOT LIKE '%pg_prepared%'`;
    expect(prepared).toEqual([{ count: 1 }]);
    await single.$disconnect();
  });

  test('reads rows inside a transaction from that transaction', async () => {
    await database.$transaction(async (tx) => {
      await tx.execute(Prisma.sql`CREATE TEMPORARY TABLE own (id int) ON COMMIT DROP`);
      expect(await tx.query(Prisma.sql`SELECT count(*)::int AS count FROM own`)).toEqual([
        { count: 0 },
      ]);
    });
  });

  test('returns the number of changed rows, in a transaction and outside', async () => {
    const insert = Prisma.sql`INSERT INTO conversations (id, kind) VALUES (${randomUUID()}::uuid, 'group'), (${randomUUID()}::uuid, 'group')`;
    expect(await database.execute(insert)).toBe(2);
    const remove = Prisma.sql`DELETE FROM conversations`;
    expect(await database.$transaction((tx) => tx.execute(remove))).toBe(2);
  });

  test('has no findUnique, which Prisma would combine with those of other requests', () => {
    type Batched = 'findUnique' | 'findUniqueOrThrow';
    expectTypeOf<Extract<keyof Database['user'], Batched>>().toBeNever();
    // A function that accepts a transaction also accepts the database.
    expectTypeOf<Extract<keyof Transaction['hashtagFollow'], Batched>>().toBeNever();
  });

  test('prepares a raw query once per connection', async () => {
    const single = open({ poolSize: 1 });
    for (const value of [1, 2, 3]) {
      await single.$queryRaw`SELECT ${value}::integer AS value`;
    }
    const prepared = await single.$queryRaw<{ name: string; plans: number }[]>`
      SELECT name, generic_plans::integer AS plans FROM pg_prepared_statements
      WHERE statement LIKE '%AS value'`;
    expect(prepared.map(({ plans }) => plans)).toEqual([3]);
    expect(prepared[0]?.name).toMatch(/^skein_.{24}$/);
    await single.$disconnect();
  });

  test('cancels a statement that takes too long', async () => {
    const withShortTimeout = open({ statementTimeoutMs: 200 });
    await expect(withShortTimeout.$queryRaw`SELECT pg_sleep(5)`).rejects.toThrow(/57014/);
    await withShortTimeout.$disconnect();
  });

  test('rejects a query that gets no connection in time', async () => {
    const small = createDatabase({
      url: clone.url,
      poolSize: 1,
      connectTimeoutMs: 1000,
      onError: (error) => errors.push(error),
    });
    await small.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT 1`;
      await expect(small.$queryRaw`SELECT 1`).rejects.toThrow(/timeout exceeded/);
    });
    await small.$disconnect();
  });

  test('survives the loss of its connections', async () => {
    await database.$queryRaw`SELECT 1`;
    await query(
      inject('templateUrl').replace(/\/skein$/, '/postgres'),
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = '${new URL(clone.url).pathname.slice(1)}'`,
    );
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    expect(await database.$queryRaw`SELECT 1 AS one`).toEqual([{ one: 1 }]);
  });

  test('discards a connection after a transaction timed out', async () => {
    const proxy = await startTcpProxy(clone.url);
    const single = open({ url: proxy.url, poolSize: 1, statementTimeoutMs: 500 });
    const timedOut = single.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1`;
      proxy.silence();
      await tx.$queryRaw`SELECT 2`;
    });
    await expect(timedOut).rejects.toThrow(/timeout|transaction/i);
    proxy.restore();
    expect(await single.$queryRaw`SELECT 3 AS three`).toEqual([{ three: 3 }]);
    await single.$disconnect();
    await proxy.close();
  });
});
