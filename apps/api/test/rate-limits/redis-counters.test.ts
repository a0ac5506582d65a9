import { expect, it, onTestFinished } from 'vitest';
import { openCounterStore } from '../../src/platform/rate-limits/counter-store.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { startRedisServer } from '../support/servers/redis-server.ts';

const rule = { max: 10, seconds: 600 };
const unusedDatabaseUrl = 'postgres://skein@127.0.0.1:1/skein';

/** The counter of one server. */
function openCounter(redisUrl: string, host: string) {
  const settings = {
    relay: { kind: 'redis' as const, url: redisUrl },
    databaseUrl: unusedDatabaseUrl,
    publicUrl: new URL(`https://${host}`),
    clock: systemClock,
    logger: createLogger({ level: 'silent' }),
  };
  const store = openCounterStore(settings, 5000);
  onTestFinished(() => store.stop());
  return store.createCounter('writes', rule);
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
      return (await first?.consume('ready', 1))?.isGranted;
    })
    .toBe(false);
  expect(await first?.consume('ada', 6)).toMatchObject({ isGranted: true, remaining: 4 });
  expect(await second?.consume('ada', 6)).toMatchObject({ isGranted: false, remaining: 4 });
  const last = await second?.consume('ada', 4);
  expect(last).toMatchObject({ isGranted: true, remaining: 0 });
  await last?.refund();
  expect(await first?.consume('ada', 4)).toMatchObject({ isGranted: true });
  expect(await other?.consume('ada', 10)).toMatchObject({ isGranted: true });
});

it('counts in memory while Redis is unavailable', async () => {
  const redis = await startRedis();
  const counter = openCounter(redis.url, 'a.example');
  await redis.stop();
  expect(await counter.consume('ada', 10)).toMatchObject({ isGranted: true });
  expect(await counter.consume('ada', 1)).toMatchObject({ isGranted: false });
});
