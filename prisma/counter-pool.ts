import type pg from 'pg';
import { closePool, createPool } from './pool.ts';
import type { Pooler } from './pooler.ts';

/** Long enough for one row; callers have a fallback when it times out. */
const defaultTimeoutMs = 500;
const pauseMs = 2000;

export interface CounterPool {
  /**
   * After a failure, fails immediately for a while with the same cause, so that callers do not wait
   * for each query during an outage.
   */
  query(statement: { name?: string; text: string; values?: unknown[] }): Promise<pg.QueryResult>;
  stop(): Promise<void>;
}

/** A small separate pool for rate limit counters, independent of the load of the main pool. */
export function createCounterPool(options: {
  url: string;
  onError: (error: unknown) => void;
  timeoutMs?: number | undefined;
  pooler?: Pooler | undefined;
}): CounterPool {
  const { url, onError, timeoutMs = defaultTimeoutMs, pooler } = options;
  const pool = createPool({
    url,
    onError,
    poolSize: 2,
    connectTimeoutMs: timeoutMs,
    statementTimeoutMs: timeoutMs,
    lockTimeoutMs: timeoutMs,
    isPooled: pooler !== undefined,
  });
  let pause = { until: 0, cause: undefined as unknown };
  return {
    async query({ name, ...statement }) {
      if (performance.now() < pause.until) {
        throw new Error('The rate limit counters are not available.', { cause: pause.cause });
      }
      try {
        // Named statements fail behind a pooler that does not keep them.
        const isNamed = pooler?.keepsPreparedStatements ?? true;
        return await pool.query(isNamed && name !== undefined ? { name, ...statement } : statement);
      } catch (error) {
        pause = { until: performance.now() + pauseMs, cause: error };
        onError(error);
        throw error;
      }
    },
    stop: () => closePool(pool),
  };
}
