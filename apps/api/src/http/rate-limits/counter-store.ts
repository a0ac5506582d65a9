import type { CounterPool } from '@skein/db/counter-pool';
import type { Pooler } from '@skein/db/pooler';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis } from 'rate-limiter-flexible';
import type { RelayKind } from '../../platform/events/open-bus.ts';
import type { Logger } from '../../platform/logger.ts';
import { createRedisClient } from '../../platform/redis-client.ts';
import { openCounterPool } from './counters.repository.ts';

/** Long enough for one command. */
const redisTimeoutMs = 500;

export interface WindowOptions {
  keyPrefix: string;
  /** The number of points per window. */
  points: number;
  /** The length of the window in seconds. */
  duration: number;
}

/** A counter of points per key and fixed window. */
export type Window = Pick<RateLimiterMemory, 'consume' | 'reward'>;

/** Stores the counters that all servers share. */
export interface CounterStore {
  createWindow(options: WindowOptions): Window;
  stop(): Promise<void>;
}

export interface CounterStoreSettings {
  relay: RelayKind;
  databaseUrl: string;
  pooler?: Pooler | undefined;
  publicUrl: URL;
  /** The time after which a count falls back to memory. */
  counterTimeoutMs?: number | undefined;
  logger: Logger;
}

/** Redis if the servers use it, otherwise the database. Without it, each server counts in memory. */
export function openCounterStore(settings: CounterStoreSettings): CounterStore {
  const { relay } = settings;
  return relay.kind === 'redis'
    ? openRedisStore(relay.url, settings)
    : openPostgresStore(openCounterPool(settings));
}

function openPostgresStore(pool: CounterPool): CounterStore {
  return {
    createWindow: (window) =>
      new RateLimiterPostgres({
        ...window,
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        insuranceLimiter: new RateLimiterMemory(window),
      }),
    stop: () => pool.stop(),
  };
}

function openRedisStore(
  url: string,
  { publicUrl, counterTimeoutMs = redisTimeoutMs }: CounterStoreSettings,
): CounterStore {
  // The bus logs outages of Redis.
  const opening = createRedisClient({ url, commandTimeoutMs: counterTimeoutMs }).then((client) => {
    client.connect().catch(() => undefined);
    return client;
  });
  return {
    createWindow({ keyPrefix, ...window }) {
      const limiter = opening.then(
        (client) =>
          new RateLimiterRedis({
            ...window,
            // Several instances may share one Redis.
            keyPrefix: `skein:limits:${publicUrl.host}:${keyPrefix}`,
            storeClient: client,
            useRedisPackage: true,
            insuranceLimiter: new RateLimiterMemory({ ...window, keyPrefix }),
          }),
      );
      return {
        consume: async (key, points) => (await limiter).consume(key, points),
        reward: async (key, points) => (await limiter).reward(key, points),
      };
    },
    async stop() {
      (await opening).destroy();
    },
  };
}
