import { expect, it, onTestFinished, vi } from 'vitest';
import { sendRequest, sendRequestUntilServed, register } from '../support/http/requests.ts';
import type { RegisteredUser } from '../support/http/requests.ts';
import { startFailingDatabase } from '../support/faults/failing-database.ts';
import { openStream } from '../support/http/event-reader.ts';
import type { EventReader } from '../support/http/event-reader.ts';
import type { TestPostgres } from '../support/db/test-postgres.ts';
import { startTestServer } from '../support/servers/test-server.ts';
import { timeFactor } from '../support/time-factor.ts';
import type { ServerProcess } from '../support/servers/server-process.ts';
import type { TcpProxy } from '../support/faults/tcp-proxy.ts';
import { describeRequest, startRequestLoad } from './load/request-load.ts';
import type { LoadRequest, RequestLoad } from './load/request-load.ts';

const names = ['ada', 'ben', 'cleo', 'dora', 'emil', 'flo', 'gus', 'hal'];
/** `pnpm test:soak` kills the database more often. */
const killsCount = Number(process.env['KILL_ROUNDS'] ?? 1);

let postgres: TestPostgres;
let proxy: TcpProxy;
let server: ServerProcess;
let address: string;
let users: RegisteredUser[];
let stream: EventReader;
let load: RequestLoad;
let sent: string[];

/** Starts a server with a breakable database connection, and users who read, write and listen. */
async function startServer(): Promise<void> {
  const database = await startFailingDatabase();
  ({ postgres, proxy } = database);
  server = startTestServer(postgres, { env: { DATABASE_URL: database.url } });
  address = await server.ready;
  users = await Promise.all(names.map((name) => register(address, name)));
  stream = await openStream({
    port: Number(new URL(address).port),
    headers: { Authorization: `Bearer ${users[1]?.token ?? ''}` },
  });
  await stream.until('connected');
  sent = [];
  load = startRequestLoad({ address, users, connections: 'reused' });
  onTestFinished(async () => {
    await load.stop();
  });
}

/** Sends a message and retries while it is rejected with 503. */
async function send(content: string): Promise<void> {
  sent.push(content);
  const { status } = await sendRequestUntilServed(address, {
    path: '/api/chat/send',
    token: users[0]?.token,
    body: { receiverId: users[1]?.id, content, clientMessageId: content },
  });
  expect(status).toBe(201);
}

/** Neither a success nor a 503 with Retry-After. */
function isWrong({ response }: LoadRequest): boolean {
  if (response === null) return true;
  return (
    response.status >= 300 &&
    !(response.status === 503 && response.headers['retry-after'] !== undefined)
  );
}

/** Measures the time until it serves again. */
async function measureRecovery(): Promise<number> {
  const start = performance.now();
  await vi.waitFor(
    async () => {
      const response = await sendRequest(address, {
        path: '/api/threads',
        token: users[0]?.token ?? '',
      });
      expect(response.status).toBe(200);
    },
    { timeout: 30_000, interval: 20 },
  );
  return performance.now() - start;
}

async function expectNoFailedRequests(): Promise<void> {
  const list = await load.stop();
  server.expectNoFailures();
  expect(list.filter(isWrong).map(describeRequest)).toEqual([]);
  expect(Math.max(...list.map(({ ms }) => ms))).toBeLessThan(10_000 * timeFactor);
  await stream.until('message', sent.length);
  expect(stream.contents()).toEqual(sent);
  expect(stream.isClosed).toBe(false);
  server.child.kill('SIGTERM');
  expect(await server.exited).toBe(0);
  expect(await server.errors).toBe('');
}

const faults: [string, () => unknown][] = [
  ['reset', () => proxy.reset()],
  ['slow', () => proxy.setMode('delayed')],
  ['silent', () => proxy.setMode('silent')],
  ['gone', () => proxy.setMode('closed')],
  ...Array.from({ length: killsCount }, (_, index): [string, () => unknown] => [
    `killed ${index}`,
    () => postgres.kill(),
  ]),
];

it(
  'rejects requests with Retry-After during an outage of the database, and serves again within five seconds',
  { timeout: 180_000 + killsCount * 20_000 },
  async () => {
    await startServer();
    for (const [name, simulate] of faults) {
      await load.untilMore(30);
      await simulate();
      const sending = send(`while it is ${name}`);
      await load.untilMore(2 * users.length);
      expect((await sendRequest(address, { path: '/api/health' })).status).toBe(200);
      await proxy.setMode('open');
      await postgres.untilAvailable();
      const recoveryMs = await measureRecovery();
      expect({ name, isFast: recoveryMs < 5000 * timeFactor }).toEqual({ name, isFast: true });
      await sending;
    }
    expect(load.list.some(({ response }) => response?.status === 503)).toBe(true);
    await expectNoFailedRequests();
  },
);
