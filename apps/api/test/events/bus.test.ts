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
import { busContract, eventually, listenTo } from './bus-contract.ts';

const logger = createLogger({ level: 'silent' });

/** Two buses that are connected to the relay. */
async function openBuses(create: () => Bus): Promise<[Bus, Bus]> {
  const open = async () => {
    const bus = create();
    const listener = listenTo(bus);
    await eventually(() => expect(listener.onGapEnded).toHaveBeenCalled());
    listener.unsubscribe();
    return bus;
  };
  return [await open(), await open()];
}

describe('a bus within one process', () => {
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
    openBuses(() =>
      createRelayedBus(postgresRelay({ database, url: clone.url, logger }), { logger }),
    );

  beforeAll(async () => {
    clone = await cloneDatabase(inject('templateUrl'));
    // A test terminates its connections.
    database = createDatabase({ url: clone.url, onError: () => undefined });
  });

  afterAll(async () => {
    await database.$disconnect();
    await clone.drop();
  });

  busContract({ open, close: () => Promise.resolve() });

  it('reconnects after its connection was terminated and reports a gap', async () => {
    const [first, second] = await open();
    const listener = listenTo(second);
    await database.$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'skein-listener' AND datname = current_database()`;
    await eventually(() => expect(listener.onGapEnded).toHaveBeenCalledOnce());
    first.publish({ kind: 'feed' });
    await eventually(() => expect(listener.received).toEqual([{ kind: 'feed' }]));
    await Promise.all([first.stop(), second.stop()]);
  });
});

describe('a bus over Redis', () => {
  let redis: RedisServer;
  const create = () =>
    createRelayedBus(redisRelay({ url: redis.url, channel: 'skein:test', logger }), { logger });

  beforeAll(async () => {
    redis = await startRedisServer();
  });

  afterAll(() => redis.stop());

  busContract({ open: () => openBuses(create), close: () => Promise.resolve() });

  describe('during a Redis outage', () => {
    let opened: Bus[] = [];

    afterEach(() => Promise.all(opened.map((bus) => bus.stop())));

    it('still delivers within the process and reconnects after the outage', async () => {
      opened = await openBuses(create);
      const [first, second] = opened.map(listenTo);
      await redis.stop();
      opened[0]?.publish({ kind: 'feed' });
      await eventually(() => expect(first?.received).toEqual([{ kind: 'feed' }]));
      await redis.start();
      await eventually(() => expect(second?.onGapEnded).toHaveBeenCalled());
      const userIds = ['a'];
      opened[0]?.publish({ kind: 'message', userIds });
      await eventually(() => expect(second?.received).toContainEqual({ kind: 'message', userIds }));
    });

    it('starts before Redis is available', async () => {
      await redis.stop();
      opened = [create(), create()];
      const [first, second] = opened.map(listenTo);
      opened[0]?.publish({ kind: 'feed' });
      await eventually(() => expect(first?.received).toEqual([{ kind: 'feed' }]));
      await redis.start();
      for (const listener of [first, second]) {
        await eventually(() => expect(listener?.onGapEnded).toHaveBeenCalled());
      }
    });
  });
});
