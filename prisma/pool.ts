import pg from 'pg';

/** How many connections are open, how many of them unused, and how many queries wait for one. */
export interface PoolFigures {
  size: number;
  idle: number;
  waiting: number;
}

export interface PoolOptions {
  url: string;
  /** More connections than about twice PostgreSQL's cores only cost. */
  poolSize?: number;
  /** How long a query waits for a connection, from the pool or from PostgreSQL. */
  connectTimeoutMs: number;
  statementTimeoutMs: number;
  lockTimeoutMs?: number;
  /** Given what reads the figures of the pool, for whoever watches it. */
  watch?: (read: () => PoolFigures) => void;
  /** Told of connections that break while nobody uses them; the pool replaces them by itself. */
  onError: (error: Error) => void;
}

/** Opens nothing yet. */
export function createPool(options: PoolOptions): pg.Pool {
  const { connectTimeoutMs, statementTimeoutMs, lockTimeoutMs = 2000, poolSize = 10 } = options;
  const pool = new pg.Pool({
    connectionString: withSessionSettings(options.url, {
      statement_timeout: statementTimeoutMs,
      lock_timeout: lockTimeoutMs,
      // A request that died in the middle of a transaction must not keep its locks.
      idle_in_transaction_session_timeout: 2 * statementTimeoutMs,
      // Plans of named statements are made once, not per set of values.
      plan_cache_mode: 'force_generic_plan',
      // How similar to a part of a text a word must be for the operator <%.
      'pg_trgm.word_similarity_threshold': 0.35,
      // No statement runs long enough to be worth compiling; estimates alone can call for it.
      jit: 'off',
    }),
    application_name: 'skein',
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    // For when PostgreSQL, or the network to it, is too far gone to keep its own timeout.
    query_timeout: statementTimeoutMs + 1000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  // Without a listener a restart of PostgreSQL ends the process.
  pool.on('error', options.onError);
  pool.on('connect', endWhenUnanswered);
  options.watch?.(() => ({
    size: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }));
  return pool;
}

/**
 * Ends a connection on which an answer did not come in time. A transaction gives it back to the
 * pool as if nothing were wrong with it, and whoever came next would wait in vain as well.
 */
function endWhenUnanswered(client: pg.PoolClient): void {
  const query = client.query.bind(client);
  Object.assign(client, {
    query(...args: unknown[]): unknown {
      const result: unknown = Reflect.apply(query, undefined, args);
      if (result instanceof Promise) {
        result.catch((error: unknown) => {
          if (isUnanswered(error) && client instanceof pg.Client) void client.end();
        });
      }
      return result;
    },
  });
}

/** `pg` has no code for it. */
function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

function withSessionSettings(url: string, settings: Record<string, string | number>): string {
  const target = new URL(url);
  const own = target.searchParams.get('options');
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  // What the address itself sets comes last and wins.
  target.searchParams.set('options', [...ours, ...(own === null ? [] : [own])].join(' '));
  return target.href;
}
