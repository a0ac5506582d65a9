import { createCounterPool } from '@skein/db/counter-pool';
import type { CounterPool } from '@skein/db/counter-pool';
import type { Logger } from '../../platform/logger.ts';

export interface CounterStore extends CounterPool {
  /** Tells how many there were whose time was over. */
  removeExpired(): Promise<number>;
}

/** The counters of all servers, in the database. */
export function openCounterStore(options: {
  databaseUrl: string;
  logger: Logger;
  counterTimeoutMs?: number | undefined;
}): CounterStore {
  const pool = createCounterPool({
    url: options.databaseUrl,
    timeoutMs: options.counterTimeoutMs,
    onError: (error) => options.logger.warn({ err: error }, 'limits are counted in memory for now'),
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
