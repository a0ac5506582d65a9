import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase, Prisma } from '@skein/db';
import { cloneDatabase } from '@skein/db/testing';
import type { TestDatabase } from '@skein/db/testing';
import type {} from '@skein/db/testing/global-setup';
import {
  hasPostgresPrograms,
  startReplicatedPostgres,
} from '@skein/db/testing/replicated-postgres';
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { startRequestLoad, describeRequest } from '../reliability/load/request-load.ts';
import { openStream } from '../support/http/event-reader.ts';
import { register, sendRequest } from '../support/http/requests.ts';
import { failStart } from '../support/servers/failed-start.ts';
import { findFreePort } from '../support/servers/free-port.ts';
import { hasPgBouncer, startPgBouncer } from '../support/servers/pgbouncer.ts';
import { startProcess } from '../support/servers/server-process.ts';

let clone: TestDatabase;
let directory: string;

beforeEach(async () => {
  clone = await cloneDatabase(inject('templateUrl'));
  directory = await mkdtemp(path.join(tmpdir(), 'skein-pooler-'));
});

afterEach(async () => {
  await clone.drop();
  await rm(directory, { recursive: true, force: true });
});

function startServer(name: string, env: Record<string, string>) {
  return startProcess({
    DATA_DIR: path.join(directory, name),
    JWT_SECRET: 'a secret that all servers have in common',
    BCRYPT_COST: '4',
    LOG_LEVEL: 'warn',
    ...env,
  });
}

// Skipped without PgBouncer: install the package pgbouncer to run them.
describe.skipIf(!hasPgBouncer)('behind PgBouncer', { timeout: 120_000 }, () => {
  it('two servers share four connections under load and notify each other', async () => {
    const pool = await startPgBouncer(clone.url, { poolSize: 4 });
    const env = { DATABASE_URL: pool, DATABASE_DIRECT_URL: clone.url, RATE_LIMIT_FACTOR: '100' };
    const servers = ['first', 'second'].map((name) => startServer(name, env));
    const [first = '', second = ''] = await Promise.all(servers.map(({ ready }) => ready));
    const users = [await register(first, 'ada'), await register(first, 'ben')];
    const [ada, ben] = users;
    const stream = await openStream({
      port: Number(new URL(second).port),
      headers: { Authorization: `Bearer ${ben?.token}` },
    });
    await stream.until('connected');
    const loads = [first, second].map((address) =>
      startRequestLoad({ address, users, connections: 'reused' }),
    );
    const body = { receiverId: ben?.id, content: 'through the pool' };
    await sendRequest(first, { path: '/api/chat/send', token: ada?.token, body });
    await stream.until('message');
    await Promise.all(loads.map((load) => load.untilMore(200)));
    const requests = (await Promise.all(loads.map((load) => load.stop()))).flat();
    const failures = requests.filter(({ response }) => response === null || response.status >= 300);
    expect(failures.map(describeRequest)).toEqual([]);
    expect(stream.contents()).toContain('through the pool');
    for (const server of servers) server.expectNoFailures();
  });

  it.skipIf(!hasPostgresPrograms)(
    'a server reads from a replica behind another pooler, also after it was killed',
    async () => {
      const postgres = await startReplicatedPostgres(1);
      onTestFinished(() => postgres.close());
      const [replica] = postgres.replicas;
      const metricsPort = await findFreePort();
      const server = startServer('server', {
        DATABASE_URL: await startPgBouncer(postgres.primary.url, { poolSize: 4 }),
        DATABASE_DIRECT_URL: postgres.primary.url,
        DATABASE_REPLICA_URLS: await startPgBouncer(replica?.url ?? '', { poolSize: 4 }),
        METRICS_PORT: String(metricsPort),
        RATE_LIMIT_FACTOR: '100',
      });
      const address = await server.ready;
      const users = [await register(address, 'ada'), await register(address, 'ben')];
      const load = startRequestLoad({ address, users, connections: 'reused', pauseMs: 50 });
      const readsOfReplica = async () => {
        const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
        const count = /^skein_db_reads_total\{server="1"\} (\d+)$/m.exec(await response.text());
        return Number(count?.[1]);
      };
      const untilReplicaIsRead = async () => {
        const before = await readsOfReplica();
        await vi.waitFor(
          async () => expect(await readsOfReplica()).toBeGreaterThan(before + 10),
          30_000,
        );
      };
      await untilReplicaIsRead();
      await replica?.kill();
      await load.untilMore(50);
      await replica?.start();
      await untilReplicaIsRead();
      const failures = (await load.stop()).filter(
        ({ response }) => response === null || response.status >= 300,
      );
      expect(failures.map(describeRequest)).toEqual([]);
    },
  );

  it('statements are not named, because PgBouncer before 1.21 does not keep them', async () => {
    const url = await startPgBouncer(clone.url, { poolSize: 1 });
    const database = createDatabase({
      url,
      pooler: { keepsPreparedStatements: false },
      onError: () => undefined,
    });
    onTestFinished(() => database.$disconnect());
    await database.query(Prisma.sql`SELECT 1`);
    await database.user.findMany();
    const prepared = await database.$queryRaw`SELECT name FROM pg_prepared_statements`;
    expect(prepared).toEqual([]);
  });

  const direct = () => ({ DATABASE_DIRECT_URL: clone.url });

  it.each([
    [
      'without a direct address',
      async () => ({ DATABASE_URL: await startPgBouncer(clone.url) }),
      /^DATABASE_URL is the address of a connection pooler: also set DATABASE_DIRECT_URL to the address of PostgreSQL itself\.$/,
    ],
    [
      'with a pooler as direct address',
      async () => {
        const pool = await startPgBouncer(clone.url);
        return { DATABASE_URL: pool, DATABASE_DIRECT_URL: pool };
      },
      /^DATABASE_DIRECT_URL is the address of a connection pooler: set it to the address of PostgreSQL itself\.$/,
    ],
    [
      'with the direct address of another database',
      async () => ({
        DATABASE_URL: await startPgBouncer(clone.url),
        DATABASE_DIRECT_URL: new URL('/postgres', clone.url).href,
      }),
      /^DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: set both to the same one\.$/,
    ],
    [
      'in session mode',
      async () => ({
        DATABASE_URL: await startPgBouncer(clone.url, { mode: 'session' }),
        ...direct(),
      }),
      /^The pooler in DATABASE_URL is in session mode, in which it saves no connections: set pool_mode = transaction\.$/,
    ],
    [
      'in statement mode',
      async () => ({
        DATABASE_URL: await startPgBouncer(clone.url, { mode: 'statement' }),
        ...direct(),
      }),
      /^The pooler in DATABASE_URL does not allow transactions: set pool_mode = transaction\.$/,
    ],
    [
      'without session settings',
      async () => ({
        DATABASE_URL: await startPgBouncer(clone.url, { connectQuery: 'SET jit = off' }),
        ...direct(),
      }),
      /^The connections of the pooler in DATABASE_URL do not have the settings statement_timeout, lock_timeout, .+\nconnect_query='SET statement_timeout = 5000; .+; SET jit = off'$/,
    ],
  ])('a start %s fails with one message', async (_, configure, message) => {
    expect(await failStart({ DATA_DIR: directory, ...(await configure()) })).toMatch(message);
  });
});

it('a start with a direct address but without a pooler fails with one message', async () => {
  const env = { DATA_DIR: directory, DATABASE_URL: clone.url, DATABASE_DIRECT_URL: clone.url };
  expect(await failStart(env)).toBe(
    'DATABASE_URL is not the address of a connection pooler: remove DATABASE_DIRECT_URL.',
  );
});
