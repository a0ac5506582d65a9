import { afterEach, beforeEach, expect, it } from 'vitest';
import { sendRequest, register } from '../support/http/requests.ts';
import type { Member } from '../support/http/requests.ts';
import { openStream } from '../support/http/event-reader.ts';
import { startTestPostgres } from '../support/db/test-postgres.ts';
import type { TestPostgres } from '../support/db/test-postgres.ts';
import { startTestServer } from '../support/servers/test-server.ts';
import { startRedisServer } from '../support/servers/redis-server.ts';
import type { RedisServer } from '../support/servers/redis-server.ts';

let own: TestPostgres;
let redis: RedisServer;

beforeEach(async () => {
  own = await startTestPostgres();
  redis = await startRedisServer();
});

afterEach(async () => {
  await redis.stop();
  await own.close();
});

const run = (name: string) => startTestServer(own, { name, env: { REDIS_URL: redis.url } });

async function listen(address: string, { token }: Member) {
  const stream = await openStream({
    port: Number(new URL(address).port),
    headers: { Authorization: `Bearer ${token}` },
  });
  await stream.until('connected');
  return stream;
}

it('works and starts without Redis, and reconnects', { timeout: 120_000 }, async () => {
  const first = run('first');
  const here = await first.ready;
  const ada = await register(here, 'ada');
  const ben = await register(here, 'ben');
  const send = async (content: string) => {
    const body = { receiverId: ben.id, content };
    const { status } = await sendRequest(here, { path: '/api/chat/send', token: ada.token, body });
    expect(status).toBe(201);
  };
  const nearby = await listen(here, ben);
  await send('with Redis');

  await redis.stop();
  await send('without Redis');
  // Streams on the same server get it at once.
  await nearby.until('message', 2);
  const second = run('second');
  const there = await second.ready;
  const far = await listen(there, ben);
  expect((await sendRequest(there, { path: '/api/ready' })).status).toBe(200);
  await send('to the far one');

  await redis.start();
  await far.until('message', 1);
  await send('with Redis again');
  await far.until('message', 2);
  await nearby.until('message', 4);
  expect(far.contents()).toEqual(['to the far one', 'with Redis again']);
  expect(nearby.contents()).toEqual([
    'with Redis',
    'without Redis',
    'to the far one',
    'with Redis again',
  ]);
  for (const server of [first, second]) {
    server.expectNoFailures();
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  }
});
