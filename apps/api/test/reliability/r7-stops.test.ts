import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '@skein/db/migrate';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { sendRequest, register } from '../support/http/requests.ts';
import type { Member } from '../support/http/requests.ts';
import { startLoadBalancer } from '../support/servers/load-balancer.ts';
import { openStream } from '../support/http/event-reader.ts';
import { findFreePort } from '../support/servers/free-port.ts';
import { startTestPostgres } from '../support/db/test-postgres.ts';
import type { TestPostgres } from '../support/db/test-postgres.ts';
import { startTestServer } from '../support/servers/test-server.ts';
import { timeFactor } from '../support/time-factor.ts';
import type { ServerProcess } from '../support/servers/server-process.ts';
import { startSlowUpload } from './load/slow-upload.ts';
import { describeRequest, startRequestLoad } from './load/request-load.ts';
import type { LoadRequest } from './load/request-load.ts';

const names = ['ada', 'ben', 'cleo', 'dora', 'emil', 'flo', 'gus', 'hal'];

const migrationsDirectory = fileURLToPath(
  new URL('../../../../prisma/migrations', import.meta.url),
);

let own: TestPostgres;

beforeEach(async () => {
  own = await startTestPostgres();
});

afterEach(() => own.close());

const run = (name: string, port = 0) => startTestServer(own, { name, env: { PORT: String(port) } });

const registerAll = (address: string): Promise<Member[]> =>
  Promise.all(names.map((name) => register(address, name)));

const failures = (visits: readonly LoadRequest[]) =>
  visits.filter(({ response }) => response === null || response.status >= 300).map(describeRequest);

it('completes all accepted requests before it stops', { timeout: 120_000 }, async () => {
  const server = run('server');
  const address = await server.ready;
  const users = await registerAll(address);
  const token = users[0]?.token ?? '';
  const stream = await openStream({
    port: Number(new URL(address).port),
    headers: { Authorization: `Bearer ${token}` },
  });
  await stream.until('connected');
  const slow = startSlowUpload(address, token);
  await slow.started;
  const visits = startRequestLoad({
    address,
    users,
    connections: 'kept',
    // A client that sees the server stop uses another one.
    isEnd: ({ response }) => response?.headers.connection === 'close',
  });
  await visits.untilMore(100);

  server.child.kill('SIGTERM');
  await stream.untilClosed();
  await visits.ended;
  expect(failures(visits.list)).toEqual([]);
  await vi.waitFor(
    async () => {
      await expect(sendRequest(address, { path: '/api/health' })).rejects.toThrow('ECONNREFUSED');
    },
    { timeout: 20_000 },
  );
  expect(await slow.finish()).toBe(201);
  expect(await server.exited).toBe(0);
  expect(await server.errors).toBe('');
});

it(
  'two servers behind a proxy, started again in turn, fail no request',
  { timeout: 240_000 },
  async () => {
    const ports = [await findFreePort(), await findFreePort()];
    const start = (index: number) => run(`server${index}`, ports[index]);
    const servers: ServerProcess[] = [];
    for (const index of ports.keys()) {
      const server = start(index);
      await server.ready;
      servers.push(server);
    }
    const balancer = await startLoadBalancer(ports.map((port) => `http://127.0.0.1:${port}`));
    onTestFinished(() => balancer.close());
    const users = await registerAll(balancer.address);
    const visits = startRequestLoad({ address: balancer.address, users, connections: 'kept' });
    for (const index of servers.keys()) {
      await visits.untilMore(100);
      const old = servers[index];
      old?.child.kill('SIGTERM');
      expect(await old?.exited).toBe(0);
      const next = start(index);
      await next.ready;
      servers[index] = next;
    }
    await visits.untilMore(100);
    expect(failures(await visits.stop())).toEqual([]);
  },
);

it('serves requests while its database is migrated', { timeout: 120_000 }, async () => {
  const server = run('server');
  const address = await server.ready;
  const users = await registerAll(address);
  const directory = path.join(own.directory, 'migrations');
  await cp(migrationsDirectory, directory, { recursive: true });
  const name = '99990101000000_next';
  await mkdir(path.join(directory, name));
  await writeFile(
    path.join(directory, name, 'migration.sql'),
    `ALTER TABLE threads ADD COLUMN next_mood text NOT NULL DEFAULT 'calm';
     ALTER TABLE users ADD COLUMN next_mood text;
     CREATE TABLE next_moods (name text PRIMARY KEY);`,
  );
  const visits = startRequestLoad({ address, users, connections: 'kept' });
  await visits.untilMore(100);
  const before = visits.list.length;
  expect(await migrate(own.url, { directory, log: () => undefined })).toEqual([name]);
  await visits.untilMore(100);
  const all = await visits.stop();
  expect(failures(all)).toEqual([]);
  const slowest = (list: readonly LoadRequest[]) => Math.max(...list.map(({ ms }) => ms));
  // A migration gives up waiting for a lock after half a second.
  const limit = Math.max(1000 * timeFactor, 2 * slowest(all.slice(0, before)));
  expect(slowest(all.slice(before))).toBeLessThan(limit);
});
