import { once } from 'node:events';
import { get } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../support/http/responses.ts';
import { startTestApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';
import { timeFactor } from '../support/time-factor.ts';
import { createUser } from '../support/factories/users.ts';
import type { User } from '../support/factories/users.ts';
import { downloadExport } from '../support/http/download-export.ts';

const threadsCount = 5000;

let api: TestApi;
let attacker: User;
let reader: User;

beforeAll(async () => {
  // One user exports more often than allowed.
  api = await startTestApi({ limits: 'off' });
  [attacker, reader] = [await createUser(api), await createUser(api)];
  await fillAccount(attacker);
});

afterAll(() => api.close());

/** Threads with incompressible text: 2 MB, more than the system buffers for a connection. */
async function fillAccount({ id }: User): Promise<void> {
  await api.database.$executeRaw`
    INSERT INTO threads (id, author_id, content)
    SELECT uuidv7(), ${id}::uuid, (SELECT string_agg(md5(n || '-' || part), '') FROM generate_series(1, 30) part)
    FROM generate_series(1, ${threadsCount}::int) n`;
}

const requestExport = (user: User) =>
  api.request.get('/api/users/me/export').set(user.auth).responseType('blob');

async function measureFeed(count: number): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const start = performance.now();
    await api.request.get('/api/threads?feed=following').set(reader.auth).expect(200);
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(count / 2)] ?? 0;
}

interface UnreadResponse {
  request: ClientRequest;
  status: number;
}

/** Opens an export without reading its body. */
async function openUnread(user: User): Promise<UnreadResponse> {
  const request = get({
    port: api.port,
    path: '/api/users/me/export',
    headers: user.auth,
    agent: false,
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { request, status: response.statusCode ?? 0 };
}

const disconnect = async ({ request }: UnreadResponse) => {
  request.destroy();
  // The server notices a little later.
  await expect.poll(async () => (await requestExport(attacker)).status).toBe(200);
};

describe('exports', () => {
  it('of one user run one at a time and leave the feed responsive', async () => {
    const flood = Array.from({ length: 100 }, () => requestExport(attacker));
    const statuses = Promise.all(flood).then((responses) => responses.map(({ status }) => status));
    expect(await measureFeed(20)).toBeLessThan(100 * timeFactor);
    expect((await statuses).filter((status) => status === 200)).toHaveLength(1);
    expect((await statuses).filter((status) => status === 429)).toHaveLength(99);
  });

  it('keep their slot until the client has read the last byte or disconnects', async () => {
    const unread = await openUnread(attacker);
    expect(unread.status).toBe(200);
    const rejected = await requestExport(attacker);
    expect(rejected.status).toBe(429);
    expect(rejected.headers['retry-after']).toBe('30');
    await downloadExport(api, reader);
    await disconnect(unread);
  });

  it('run for two users at a time, and a third user gets Retry-After', async () => {
    const accomplice = await createUser(api);
    await fillAccount(accomplice);
    const unread = [await openUnread(attacker), await openUnread(accomplice)];
    expect(unread.map(({ status }) => status)).toEqual([200, 200]);
    const rejected = await requestExport(reader);
    expect(rejected.status).toBe(503);
    expect(rejected.headers['retry-after']).toBe('30');
    for (const response of unread) await disconnect(response);
    await downloadExport(api, reader);
  });

  it('are limited to three per hour, without counting rejected ones', async () => {
    const limited = await startTestApi();
    const user = await createUser(limited);
    const sendRequest = () => limited.request.get('/api/users/me/export').set(user.auth);
    const atOnce = await Promise.all([sendRequest(), sendRequest()]);
    expect(new Set(atOnce.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect([(await sendRequest()).status, (await sendRequest()).status]).toEqual([200, 200]);
    const last = await sendRequest();
    expectError(last, 'rate_limited');
    expect(last.headers['ratelimit-policy']).toBe('"exports";q=3;w=3600');
    await limited.close();
  });
});
