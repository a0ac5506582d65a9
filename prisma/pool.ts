import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Socket } from 'node:net';
import pg from 'pg';
import { withSessionSettings } from './session-settings.ts';

const closeTimeoutMs = 1000;

/** Open connections, idle connections and queries that wait for one. */
export interface PoolStats {
  size: number;
  idle: number;
  waiting: number;
}

export interface PoolOptions {
  url: string;
  /** More than about twice PostgreSQL's cores has no benefit. */
  poolSize?: number;
  /** How long a query waits for a connection, from the pool or from PostgreSQL. */
  connectTimeoutMs: number;
  statementTimeoutMs: number;
  lockTimeoutMs?: number;
  /** The URL is that of a connection pooler, which sets the session settings itself. */
  isPooled?: boolean;
  /** Creates the socket of a connection. */
  stream?: () => Socket;
  /** Rejects a new connection by throwing. */
  verify?: (client: pg.PoolClient) => Promise<void>;
  /** Receives a function that returns the pool's stats, for metrics. */
  watch?: (read: () => PoolStats) => void;
  /** Called when an idle connection breaks. The pool replaces it. */
  onError: (error: Error) => void;
}

/** Opens no connection yet. */
export function createPool(options: PoolOptions): pg.Pool {
  const { url, connectTimeoutMs, statementTimeoutMs, poolSize = 10, isPooled = false } = options;
  const { stream, verify } = options;
  const pool = new pg.Pool({
    connectionString: isPooled ? url : withSessionSettings(url, options),
    application_name: 'skein',
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    // In case PostgreSQL or the network is too broken to enforce its own timeout.
    query_timeout: statementTimeoutMs + 1000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(stream && { stream }),
    ...(verify && { verify: toCallback(verify) }),
  });
  // Without a listener a restart of PostgreSQL would end the process.
  pool.on('error', options.onError);
  pool.on('connect', closeAfterQueryTimeout);
  waitForCloseOnEnd(pool);
  options.watch?.(() => ({
    size: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }));
  return pool;
}

/**
 * Makes `end` wait until all connections are closed. By default it only begins to close them. An embedded
 * database that stops next would break them, and each would be logged as an error.
 */
function waitForCloseOnEnd(pool: pg.Pool): void {
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  const end = pool.end.bind(pool);
  const waitForClose = async () => {
    while (open.size > 0) await once(pool, 'remove');
  };
  Object.assign(pool, {
    async end() {
      await end();
      // An unreachable server does not confirm the end.
      await Promise.race([waitForClose(), sleep(closeTimeoutMs, undefined, { ref: false })]);
    },
  });
}

/**
 * Destroys a connection after a client-side timeout. A transaction would return it to the pool, where
 * the next user would time out as well.
 */
function closeAfterQueryTimeout(client: pg.PoolClient): void {
  const query = client.query.bind(client);
  Object.assign(client, {
    query(...args: unknown[]): unknown {
      const result: unknown = Reflect.apply(query, undefined, args);
      if (result instanceof Promise) {
        result.catch((error: unknown) => {
          if (isQueryTimeout(error) && client instanceof pg.Client) void client.end();
        });
      }
      return result;
    },
  });
}

/** `pg` has no code for it. */
function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/**
 * The form in which `pg` calls it. The pool does not listen to a connection meanwhile: without a listener, its
 * loss would end the process.
 */
function toCallback(verify: (client: pg.PoolClient) => Promise<void>) {
  return (client: pg.PoolClient, done: (error?: Error) => void): void => {
    // The query of `verify` fails as well.
    const onError = () => undefined;
    client.on('error', onError);
    const finish = (error?: Error) => {
      client.off('error', onError);
      done(error);
    };
    verify(client).then(() => finish(), finish);
  };
}
