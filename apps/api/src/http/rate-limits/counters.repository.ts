import type { Database } from '@skein/db';
import { createCounterPool } from '@skein/db/counter-pool';
import type { CounterPool } from '@skein/db/counter-pool';
import type { Pooler } from '@skein/db/pooler';
import type { Logger } from '../../platform/logger.ts';

/** Connections to the counters in the database. */
export function openCounterPool(options: {
  databaseUrl: string;
  pooler?: Pooler | undefined;
  logger: Logger;
  counterTimeoutMs?: number | undefined;
}): CounterPool {
  return createCounterPool({
    url: options.databaseUrl,
    pooler: options.pooler,
    timeoutMs: options.counterTimeoutMs,
    onError: (error) =>
      options.logger.warn(
        { err: error },
        'rate limits are counted in memory until the database is available',
      ),
  });
}

/**
 * Returns the number of deleted counters. Not with the counter pool, whose short timeouts are too short
 * for a busy start.
 */
export async function removeExpiredCounters(database: Database): Promise<number> {
  const { count } = await database.rateLimit.deleteMany({ where: { expire: { lt: Date.now() } } });
  return count;
}
