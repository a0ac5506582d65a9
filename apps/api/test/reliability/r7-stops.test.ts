import { migrate } from '@skein/db/migrate';
import { prepareExampleUpgrade } from '@skein/db/testing';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { sendRequest, register } from '../support/http/requests.ts';
import type { RegisteredUser } from '../support/http/requests.ts';
import { openStream } from '../support/http/event-reader.ts';
import { startTestPostgres } from '../support/db/test-postgres.ts';
import type { TestPostgres } from '../support/db/test-postgres.ts';
import { startTestServer } from '../support/servers/test-server.ts';
import { timeFactor } from '../support/time-factor.ts';
import { startSlowUpload } from './load/slow-upload.ts';
import { describeRequest, startRequestLoad } from './load/request-load.ts';
import type { LoadRequest } from './load/request-load.ts';

const names = ['ada', 'ben', 'cleo', 'dora', 'emil', 'flo', 'gus', 'hal'];

let postgres: TestPostgres;

beforeEach(async () => {
  postgres = await startTestPostgres();
});

afterEach(() => postgres.close());

const registerAll = (address: string): Promise<RegisteredUser[]> =>
  Promise.all(names.map((name) => register(address, name)));

const describeFailures = (load: readonly LoadRequest[]) =>
  load.filter(({ response }) => response === null || response.status >= 300).map(describeRequest);

it('completes all accepted requests before it stops', { timeout: 120_000 }, async () => {
  const server = startTestServer(postgres);
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
  const load = startRequestLoad({
    address,
    users,
    connections: 'reused',
    // A client that sees the server stop uses another one.
    isEnd: ({ response }) => response?.headers.connection === 'close',
  });
  await load.untilMore(100);

  server.child.kill('SIGTERM');
  await stream.untilClosed();
  await load.ended;
  expect(describeFailures(load.list)).toEqual([]);
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
  'serves requests while its database is migrated to the next release',
  { timeout: 120_000 },
  async () => {
    const server = startTestServer(postgres);
    const address = await server.ready;
    const users = await registerAll(address);
    const { directory, names: upgrade, remove } = prepareExampleUpgrade();
    onTestFinished(remove);
    const load = startRequestLoad({ address, users, connections: 'reused' });
    await load.untilMore(100);
    const before = load.list.length;
    expect(await migrate(postgres.url, { directory, log: () => undefined })).toEqual(upgrade);
    await load.untilMore(100);
    const all = await load.stop();
    expect(describeFailures(all)).toEqual([]);
    const slowest = (list: readonly LoadRequest[]) => Math.max(...list.map(({ ms }) => ms));
    // A migration gives up waiting for a lock after half a second.
    const limit = Math.max(1000 * timeFactor, 2 * slowest(all.slice(0, before)));
    expect(slowest(all.slice(before))).toBeLessThan(limit);
  },
);
