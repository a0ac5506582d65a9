import { expect, it, onTestFinished } from 'vitest';
import { openCounterStore } from '../../src/http/rate-limits/counter-store.ts';
import { createCounter } from '../../src/http/rate-limits/counters.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { startRedisServer } from '../support/servers/redis-server.ts';

const rule = { max: 10, seconds: 600 };
const unusedDatabaseUrl = 'postgres://skein@127.0.0.1:1/skein';

/** The counter of one server. */
function openCounter(redisUrl: string, host: string) {
  const store = openCounterStore({
    relay: { kind: 'redis', url: redisUrl },
    databaseUrl: unusedDatabaseUrl,
    publicUrl: new URL(`https://${host}`),
    counterTimeoutMs: 5000,
    logger: createLogger({ level: 'silent' }),
  });
  onTestFinished(() => store.stop());
  return createCounter('writes', rule, store);
}

async function startRedis() {
  const redis = await startRedisServer();
  onTestFinished(() => redis.stop());
  return redis;
}

it('counts together on all servers of an instance, and apart from other instances', async () => {
  const { url } = await startRedis();
  const [first, second, other] = ['a.example', 'a.example', 'b.example'].map((host) =>
    openCounter(url, host),
  );
  await expect
    .poll(async () => {
      await first?.consume('ready', 1);
      await second?.consume('ready', 1);
      return (await first?.consume('ready', 1))?.granted;
    })
    .toBe(0);
  expect(await first?.consume('ada', 6)).toMatchObject({ granted: 6, remaining: 4 });
  expect(await second?.consume('ada', 6)).toMatchObject({ granted: 4, remaining: 0 });
  await second?.refund('ada', 2);
  expect(await first?.consume('ada', 1)).toMatchObject({ granted: 0 });
  expect(await other?.consume('ada', 10)).toMatchObject({ granted: 10 });
});

it('counts in memory while Redis is unavailable', async () => {
  const redis = await startRedis();
  const counter = openCounter(redis.url, 'a.example');
  await redis.stop();
  expect(await counter.consume('ada', 10)).toMatchObject({ granted: 10 });
  expect(await counter.consume('ada', 1)).toMatchObject({ granted: 0 });
});
