import { createCounterPool } from '@skein/db/counter-pool';
import type { CounterPool } from '@skein/db/counter-pool';
import type { Logger } from '../../platform/logger.ts';

export interface CounterStore extends CounterPool {
  /** Returns the number of deleted counters. */
  removeExpired(): Promise<number>;
}

/** Rate limit counters in the database, shared by all servers. */
export function openCounterStore(options: {
  databaseUrl: string;
  logger: Logger;
  counterTimeoutMs?: number | undefined;
}): CounterStore {
  const pool = createCounterPool({
    url: options.databaseUrl,
    timeoutMs: options.counterTimeoutMs,
    onError: (error) =>
      options.logger.warn(
        { err: error },
        'rate limits are counted in memory until the database is available',
      ),
  });
  return {
    ...pool,
    async removeExpired() {
      const text = 'DELETE FROM rate_limits WHERE expire < $1';
      const { rowCount } = await pool.query({ text, values: [Date.now()] });
      return rowCount ?? 0;
    },
  };
}
