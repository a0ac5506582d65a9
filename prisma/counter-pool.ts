import type pg from 'pg';
import { createPool } from './pool.ts';

/** Long enough for one row; whoever counts has something else to go by when it is not. */
const defaultTimeoutMs = 500;
const restMs = 2000;

export interface CounterPool {
  /**
   * Fails at once for a while after it has failed, so that an outage is not waited for each time;
   * the cause is what it had failed of.
   */
  query(statement: { name?: string; text: string; values?: unknown[] }): Promise<pg.QueryResult>;
  stop(): Promise<void>;
}

/** A few connections of their own for counters, which wait for nothing else and for which nothing waits. */
export function createCounterPool(options: {
  url: string;
  onError: (error: unknown) => void;
  timeoutMs?: number | undefined;
}): CounterPool {
  const { url, onError, timeoutMs = defaultTimeoutMs } = options;
  const pool = createPool({
    url,
    onError,
    poolSize: 2,
    connectTimeoutMs: timeoutMs,
    statementTimeoutMs: timeoutMs,
    lockTimeoutMs: timeoutMs,
  });
  let rest = { until: 0, cause: undefined as unknown };
  return {
    async query(statement) {
      if (performance.now() < rest.until) {
        throw new Error('The counters are out of reach.', { cause: rest.cause });
      }
      try {
        return await pool.query(statement);
      } catch (error) {
        rest = { until: performance.now() + restMs, cause: error };
        onError(error);
        throw error;
      }
    },
    stop: () => pool.end(),
  };
}
