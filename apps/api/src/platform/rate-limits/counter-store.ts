import type { Pooler } from '@skein/db/pooler';
import type { Clock } from '../clock.ts';
import type { RelayKind } from '../events/open-bus.ts';
import type { Logger } from '../logger.ts';
import { createRedisClient } from '../redis-client.ts';
import { withFallback } from './counters.ts';
import type { CounterStore } from './counters.ts';
import { createDatabaseCounter, openCounterPool } from './counters.repository.ts';
import { createMemoryCounter } from './memory-counter.ts';
import { createRedisCounter } from './redis-counter.ts';

/** Long enough for one command or statement. */
const defaultTimeoutMs = 500;

export interface CounterStoreSettings {
  relay: RelayKind;
  databaseUrl: string;
  pooler?: Pooler | undefined;
  publicUrl: URL;
  clock: Clock;
  logger: Logger;
}

export type OpenCounterStore = (settings: CounterStoreSettings) => CounterStore;

/**
 * Redis if the servers use it, otherwise the database. Without it, each server counts in memory.
 * @param timeoutMs The time after which a count falls back to memory.
 */
export function openCounterStore(
  settings: CounterStoreSettings,
  timeoutMs = defaultTimeoutMs,
): CounterStore {
  const { relay, clock } = settings;
  const now = () => clock.now().getTime();
  const store =
    relay.kind === 'redis'
      ? openRedisStore(relay.url, settings, { timeoutMs, now })
      : openDatabaseStore({ ...settings, timeoutMs }, now);
  return {
    createCounter: (name, rule) =>
      withFallback(store.createCounter(name, rule), createMemoryCounter(rule, now)),
    stop: () => store.stop(),
  };
}

function openDatabaseStore(
  settings: CounterStoreSettings & { timeoutMs: number },
  now: () => number,
): CounterStore {
  const pool = openCounterPool(settings);
  return {
    createCounter: (name, rule) => createDatabaseCounter(pool, name, rule, now),
    stop: () => pool.stop(),
  };
}

function openRedisStore(
  url: string,
  { publicUrl }: CounterStoreSettings,
  { timeoutMs, now }: { timeoutMs: number; now: () => number },
): CounterStore {
  // The bus logs outages of Redis.
  const opening = createRedisClient({ url, commandTimeoutMs: timeoutMs }).then((client) => {
    client.connect().catch(() => undefined);
    return client;
  });
  return {
    // Several instances may share one Redis.
    createCounter: (name, rule) =>
      createRedisCounter(opening, `skein:counters:${publicUrl.host}:${name}`, rule, now),
    async stop() {
      (await opening).destroy();
    },
  };
}
