import { afterEach, beforeEach, expect, it } from 'vitest';
import { sendRequest, register } from '../support/http/requests.ts';
import type { RegisteredUser } from '../support/http/requests.ts';
import { openStream } from '../support/http/event-reader.ts';
import { startTestPostgres } from '../support/db/test-postgres.ts';
import type { TestPostgres } from '../support/db/test-postgres.ts';
import { startTestServer } from '../support/servers/test-server.ts';
import { startRedisServer } from '../support/servers/redis-server.ts';
import type { RedisServer } from '../support/servers/redis-server.ts';

let postgres: TestPostgres;
let redis: RedisServer;

beforeEach(async () => {
  postgres = await startTestPostgres();
  redis = await startRedisServer();
});

afterEach(async () => {
  await redis.stop();
  await postgres.close();
});

const run = (name: string) => startTestServer(postgres, { name, env: { REDIS_URL: redis.url } });

async function listen(address: string, { token }: RegisteredUser) {
  const stream = await openStream({
    port: Number(new URL(address).port),
    headers: { Authorization: `Bearer ${token}` },
  });
  await stream.until('connected');
  return stream;
}

it('works and starts without Redis, and reconnects', { timeout: 120_000 }, async () => {
  const first = run('first');
  const firstAddress = await first.ready;
  const ada = await register(firstAddress, 'ada');
  const ben = await register(firstAddress, 'ben');
  const send = async (content: string) => {
    const body = { receiverId: ben.id, content };
    const { status } = await sendRequest(firstAddress, {
      path: '/api/chat/send',
      token: ada.token,
      body,
    });
    expect(status).toBe(201);
  };
  const sameServer = await listen(firstAddress, ben);
  await send('with Redis');

  await redis.stop();
  await send('without Redis');
  // Streams on the same server get it at once.
  await sameServer.until('message', 2);
  const second = run('second');
  const secondAddress = await second.ready;
  const otherServer = await listen(secondAddress, ben);
  expect((await sendRequest(secondAddress, { path: '/api/ready' })).status).toBe(200);
  await send('to the other server');

  await redis.start();
  await otherServer.until('message', 1);
  await send('with Redis again');
  await otherServer.until('message', 2);
  await sameServer.until('message', 4);
  expect(otherServer.contents()).toEqual(['to the other server', 'with Redis again']);
  expect(sameServer.contents()).toEqual([
    'with Redis',
    'without Redis',
    'to the other server',
    'with Redis again',
  ]);
  for (const server of [first, second]) {
    server.expectNoFailures();
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
  }
});
