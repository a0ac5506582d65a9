import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { everyone, Replicas } from '@skein/db/replicas';
import type {} from '@skein/db/testing/global-setup';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  it,
  onTestFinished,
  vi,
} from 'vitest';
import { createRequestDatabase } from '../../src/http/routes/request-database.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { administratorEmail, createAdministrator, createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { startTcpProxy } from '../support/faults/tcp-proxy.ts';
import { findFreePort } from '../support/servers/free-port.ts';
import { timeFactor } from '../support/time-factor.ts';
import {
  hasPostgresPrograms,
  startReplicatedPostgres,
} from '@skein/db/testing/replicated-postgres';
import type { ReplicatedPostgres } from '@skein/db/testing/replicated-postgres';

interface Server {
  api: TestApi;
  replicas: Replicas;
  close(): Promise<void>;
}

interface Received {
  status: number;
  /** The fields that these tests read. */
  body: { id: string; name: string; content: { content: string }[] };
}

/** A browser: it keeps the position of its writes. */
interface Client {
  user: User;
  position: string | undefined;
}

let postgres: ReplicatedPostgres;

function openReplicas(urls: readonly string[], maxLagMs: number): Replicas {
  const primaryUrl = postgres.primary.url;
  return new Replicas({ primaryUrl, urls, poolSize: 5, maxLagMs, onChange: () => undefined });
}

async function startServer(
  maxLagMs: number,
  urls = postgres.replicas.map(({ url }) => url),
): Promise<Server> {
  const replicas = openReplicas(urls, maxLagMs);
  const api = await startTestApi({
    databaseUrl: postgres.primary.url,
    settings: {
      relay: { kind: 'postgres' },
      replicas: { replicas, everyone, createRequestDatabase },
      adminEmails: [administratorEmail],
    },
  });
  await replicas.start();
  return {
    api,
    replicas,
    async close() {
      await api.close();
      await replicas.stop();
    },
  };
}

async function send(
  { api }: Server,
  client: Client,
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  body?: object,
): Promise<Received> {
  const request = api.request[method](`/api${path}`).set(client.user.auth);
  if (client.position !== undefined) request.set('Cookie', client.position);
  const response = await (body === undefined ? request : request.send(body));
  const cookies: unknown = response.headers['set-cookie'];
  const set = Array.isArray(cookies) ? cookies.map(String) : [];
  const cookie = set.find((text) => text.startsWith('skein_position='));
  if (cookie !== undefined) client.position = cookie.split(';', 1)[0];
  return { status: response.status, body: response.body as Received['body'] };
}

// Skipped without PostgreSQL's programs: install the package postgresql-15 to run them.
describe.skipIf(!hasPostgresPrograms)('read replicas', { timeout: 60_000 }, () => {
  let first: Server;
  let second: Server;

  beforeAll(async () => {
    postgres = await startReplicatedPostgres(2);
    [first, second] = [await startServer(60_000), await startServer(60_000)];
  });

  afterAll(async () => {
    await first.close();
    await second.close();
    await postgres.close();
  });

  beforeEach(async () => {
    await postgres.resumeReplay();
    await postgres.untilReplayed();
  });

  /** A user whose browser has a position that the replicas have replayed. */
  async function createClient(options: Parameters<typeof createUser>[1] = {}): Promise<Client> {
    const client: Client = { user: await createUser(first.api, options), position: undefined };
    await send(first, client, 'get', '/threads');
    await postgres.untilReplayed();
    return client;
  }

  const rename = ({ user }: Client, name: string) =>
    postgres.primary.database.user.update({ where: { id: user.id }, data: { name } });

  const readName = async (server: Server, reader: Client, of: Client): Promise<unknown> =>
    (await send(server, reader, 'get', `/users/${of.user.id}`)).body.name;

  /**
   * Whether the user reads from replicas, shown by a change that these do not have. The user may have
   * to read from the primary for a moment, so the caller repeats it.
   */
  async function expectReadsFromReplicas(reader: Client, of: Client): Promise<void> {
    await postgres.resumeReplay();
    await postgres.untilReplayed();
    const name = await readName(second, reader, of);
    await postgres.pauseReplay();
    await rename(of, `Renamed ${randomUUID().slice(0, 8)}`);
    for (const server of [first, second]) expect(await readName(server, reader, of)).toBe(name);
  }

  it('serve reads of users who have written nothing since', async () => {
    const [ada, ben] = [await createClient(), await createClient()];
    await vi.waitFor(() => expectReadsFromReplicas(ben, ada), 20_000);
    await rename(ada, 'Renamed');
    // If there is no cookie, the server asks the primary for its position.
    ben.position = undefined;
    expect(await readName(second, ben, ada)).toBe('Renamed');
  });

  it('are not read by a user whose write they have not replayed, on any server', async () => {
    const ada = await createClient();
    await postgres.pauseReplay();
    for (const [from, to] of [
      [first, second],
      [second, first],
    ] as const) {
      for (const hasCookie of [true, false]) {
        const content = `a thread ${String(hasCookie)} ${String(from === first)}`;
        const { body: thread } = await send(from, ada, 'post', '/threads', { content });
        if (!hasCookie) ada.position = undefined;
        for (const server of [to, from]) {
          const own = await send(server, ada, 'get', '/threads/my-threads');
          expect(own.body.content[0]?.content).toBe(content);
          const found = await send(server, ada, 'get', `/threads/${thread.id}`);
          expect(found.status).toBe(200);
        }
      }
    }
  });

  it('are read again after they have replayed the write', async () => {
    const [ada, ben] = [await createClient(), await createClient()];
    await send(first, ben, 'post', '/threads', { content: 'a write' });
    await vi.waitFor(() => expectReadsFromReplicas(ben, ada), 20_000);
  });

  it('are read by others while they do not replay a chain', async () => {
    const [ada, ben, cleo] = [await createClient(), await createClient(), await createClient()];
    await vi.waitFor(() => expectReadsFromReplicas(ben, ada), 20_000);
    const name = await readName(first, ben, ada);
    const part = (content: string) => JSON.stringify({ content, files: 0 });
    await first.api.request
      .post('/api/threads/chain')
      .set(cleo.user.auth)
      .field('parts', part('One'))
      .field('parts', part('Two'))
      .expect(201);
    expect(await readName(first, ben, ada)).toBe(name);
  });

  it('are not read by a user who was notified of something they have not replayed', async () => {
    const [ada, ben] = [await createClient(), await createClient()];
    await postgres.pauseReplay();
    const body = { receiverId: ben.user.id, content: 'a message' };
    await send(first, ada, 'post', '/chat/send', body);
    // The other server receives a signal.
    await vi.waitFor(async () => {
      const conversation = await send(second, ben, 'get', `/chat/conversation/${ada.user.id}`);
      expect(JSON.stringify(conversation.body)).toContain('a message');
    }, 10_000);
  });

  it('never show again what was hidden while they do not replay', async () => {
    const [ada, ben] = [await createClient(), await createClient()];
    const administrator = { user: await createAdministrator(first.api), position: undefined };
    const { body: thread } = await send(first, ada, 'post', '/threads', { content: 'hidden soon' });
    await postgres.untilReplayed();
    const statusFor = async (server: Server, path: string) =>
      (await send(server, ben, 'get', path)).status;
    const expectHidden = async (path: string) => {
      expect(await statusFor(first, path)).toBe(404);
      // The other server receives a signal.
      await vi.waitFor(async () => expect(await statusFor(second, path)).toBe(404), {
        timeout: 10_000,
        interval: 10,
      });
    };
    const threadPath = `/threads/${thread.id}`;
    const adaPath = `/users/${ada.user.id}`;
    const hide: [string, () => PromiseLike<{ status: number }>][] = [
      [adaPath, () => send(first, ada, 'post', `/users/${ben.user.id}/block`)],
      [
        `${adaPath}/threads`,
        () => first.api.request.put('/api/users/me').set(ada.user.auth).field('isPrivate', 'true'),
      ],
      [threadPath, () => send(first, ada, 'delete', threadPath)],
      [
        adaPath,
        () =>
          send(first, administrator, 'post', `/admin/users/${ada.user.id}/suspend`, {
            reason: 'spam',
          }),
      ],
    ];
    const undo = async () => {
      await send(first, ada, 'delete', `/users/${ben.user.id}/block`);
      await first.api.request.put('/api/users/me').set(ada.user.auth).field('isPrivate', 'false');
    };
    for (const [path, change] of hide) {
      await postgres.untilReplayed();
      expect(await statusFor(second, path)).toBe(200);
      await postgres.pauseReplay();
      expect((await change()).status).toBe(200);
      await expectHidden(path);
      await undo();
      await postgres.resumeReplay();
    }
  });

  it('are not read when they are behind by more than the limit', async () => {
    const server = await startServer(1000);
    onTestFinished(() => server.close());
    const [ada, ben] = [await createClient(), await createClient()];
    expect((await send(server, ben, 'get', `/users/${ada.user.id}`)).status).toBe(200);
    await postgres.pauseReplay();
    // For example by a command, which sends no signal.
    const suspendedAt = new Date();
    await postgres.primary.database.user.update({
      where: { id: ada.user.id },
      data: { suspendedAt },
    });
    await sleep(1500);
    expect((await send(server, ben, 'get', `/users/${ada.user.id}`)).status).toBe(404);
    await postgres.resumeReplay();
    await vi.waitFor(() => expect(server.replicas.errors().size).toBe(0), 10_000);
  });

  it('can be killed under load without a failed request, and return', async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => createClient()));
    const [killed] = postgres.replicas;
    const statuses: number[] = [];
    let isStopped = false;
    const load = clients.map(async (client, index) => {
      const server = index % 2 === 0 ? first : second;
      while (!isStopped) statuses.push((await send(server, client, 'get', '/threads')).status);
    });
    const untilMore = (count: number) => {
      const goal = statuses.length + count;
      return vi.waitFor(() => expect(statuses.length).toBeGreaterThan(goal), 20_000);
    };
    await untilMore(100);
    await killed?.kill();
    await untilMore(100);
    await vi.waitFor(() => expect([...first.replicas.errors().keys()]).toEqual([1]), 5000);
    const [primary, unused, used] = first.replicas.stats();
    expect(primary).toMatchObject({ reads: expect.any(Number) as unknown });
    expect(unused?.replica).toMatchObject({ number: 1, isUsed: false, lagMs: undefined });
    expect(used?.replica).toMatchObject({ number: 2, isUsed: true, fallbacks: 0 });
    expect(used?.replica?.lagMs).toBeLessThan(5000);
    expect(Math.min(unused?.reads ?? 0, used?.reads ?? 0)).toBeGreaterThan(0);
    await killed?.start();
    await vi.waitFor(() => expect(first.replicas.errors().size).toBe(0), 10_000);
    await untilMore(100);
    isStopped = true;
    await Promise.all(load);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it('that stop responding delay a read for about a second', async () => {
    const url = new URL(postgres.replicas[0]?.url ?? '');
    const proxy = await startTcpProxy({ targetPort: Number(url.port) });
    url.port = String(proxy.port);
    const server = await startServer(60_000, [url.href]);
    onTestFinished(async () => {
      await server.close();
      await proxy.close();
    });
    const ada = await createClient();
    expect((await send(server, ada, 'get', '/threads')).status).toBe(200);
    await proxy.setMode('silent');
    const durations: number[] = [];
    while (server.replicas.errors().size === 0) {
      const start = performance.now();
      expect((await send(server, ada, 'get', '/threads')).status).toBe(200);
      durations.push(performance.now() - start);
      // The rate limit allows 300 reads a minute.
      await sleep(50);
    }
    // The read would wait six seconds for the result of its statement.
    expect(Math.max(...durations)).toBeLessThan(1000 * timeFactor);
  });

  it('report why they cannot be used', async () => {
    const unreachable = `postgresql://skein@127.0.0.1:${await findFreePort()}/postgres`;
    const replicas = openReplicas([postgres.primary.url, inject('templateUrl'), unreachable], 1000);
    onTestFinished(() => replicas.stop());
    await replicas.start();
    const reasons = Array.from(replicas.errors().values(), String);
    expect(reasons).toEqual([
      'Error: it is not a replica: it accepts writes',
      'Error: it is not a replica of the database in DATABASE_URL',
      expect.stringContaining('ECONNREFUSED'),
    ]);
  });
});
