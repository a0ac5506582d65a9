import { createDatabase } from '@skein/db';
import type { Database } from '@skein/db';
import { cloneDatabase } from '@skein/db/testing';
import type {} from '@skein/db/testing/global-setup';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Bus } from '../../src/platform/events/bus.ts';
import { createLocalBus } from '../../src/platform/events/local-bus.ts';
import { postgresRelay } from '../../src/platform/events/postgres-relay.queries.ts';
import { redisRelay } from '../../src/platform/events/redis-relay.ts';
import { createRelayedBus } from '../../src/platform/events/relayed-bus.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { startRedisServer } from '../support/servers/redis-server.ts';
import type { RedisServer } from '../support/servers/redis-server.ts';
import { busContract, listenTo, soon } from './bus-contract.ts';

const logger = createLogger({ level: 'silent' });

/** Two buses, once each of them hears the relay. */
async function openTwo(make: () => Bus): Promise<[Bus, Bus]> {
  const open = async () => {
    const bus = make();
    const listener = listenTo(bus);
    await soon(() => expect(listener.onGapEnded).toHaveBeenCalled());
    listener.end();
    return bus;
  };
  return [await open(), await open()];
}

describe('a bus of one process', () => {
  busContract({
    open() {
      const bus = createLocalBus();
      return Promise.resolve([bus, bus]);
    },
    close: () => Promise.resolve(),
  });
});

describe('a bus over PostgreSQL', () => {
  let clone: Awaited<ReturnType<typeof cloneDatabase>>;
  let database: Database;
  const open = () =>
    openTwo(() =>
      createRelayedBus(postgresRelay({ database, url: clone.url, logger }), { logger }),
    );

  beforeAll(async () => {
    clone = await cloneDatabase(inject('templateUrl'));
    // Its connections are cut below, by the tests.
    database = createDatabase({ url: clone.url, onError: () => undefined });
  });

  afterAll(async () => {
    await database.$disconnect();
    await clone.drop();
  });

  busContract({ open, close: () => Promise.resolve() });

  it('hears again what is told after its connection was cut, and says that it missed some', async () => {
    const [first, second] = await open();
    const listener = listenTo(second);
    await database.$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'skein-listener' AND datname = current_database()`;
    await soon(() => expect(listener.onGapEnded).toHaveBeenCalledOnce());
    first.publish({ kind: 'feed' });
    await soon(() => expect(listener.heard).toEqual([{ kind: 'feed' }]));
    await Promise.all([first.stop(), second.stop()]);
  });
});

describe('a bus over Redis', () => {
  let redis: RedisServer;
  const make = () =>
    createRelayedBus(redisRelay({ url: redis.url, channel: 'skein:test', logger }), { logger });

  beforeAll(async () => {
    redis = await startRedisServer();
  });

  afterAll(() => redis.stop());

  busContract({ open: () => openTwo(make), close: () => Promise.resolve() });

  describe('whose Redis goes away', () => {
    let opened: Bus[] = [];

    afterEach(() => Promise.all(opened.map((bus) => bus.stop())));

    it('works on within the process, and rejoins', async () => {
      opened = await openTwo(make);
      const [first, second] = opened.map(listenTo);
      await redis.stop();
      opened[0]?.publish({ kind: 'feed' });
      await soon(() => expect(first?.heard).toEqual([{ kind: 'feed' }]));
      await redis.start();
      await soon(() => expect(second?.onGapEnded).toHaveBeenCalled());
      const userIds = ['a'];
      opened[0]?.publish({ kind: 'message', userIds });
      await soon(() => expect(second?.heard).toContainEqual({ kind: 'message', userIds }));
    });

    it('starts without it', async () => {
      await redis.stop();
      opened = [make(), make()];
      const [first, second] = opened.map(listenTo);
      opened[0]?.publish({ kind: 'feed' });
      await soon(() => expect(first?.heard).toEqual([{ kind: 'feed' }]));
      await redis.start();
      for (const listener of [first, second]) {
        await soon(() => expect(listener?.onGapEnded).toHaveBeenCalled());
      }
    });
  });
});
