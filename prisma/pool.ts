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
    Client,
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
  // A restart of PostgreSQL would end the process if there were no listener.
  pool.on('error', options.onError);
  options.watch?.(() => ({
    size: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }));
  return pool;
}

/**
 * Waits until all connections are closed: `end` only begins to close them. An embedded database that stops
 * next would break them, and each would be logged as an error.
 */
export async function closePool(pool: pg.Pool): Promise<void> {
  const closed = Promise.withResolvers<void>();
  let open = pool.totalCount;
  const countClosed = () => {
    open -= 1;
    if (open === 0) closed.resolve();
  };
  pool.on('remove', countClosed);
  if (open === 0) closed.resolve();
  await pool.end();
  // An unreachable server does not confirm the end.
  await Promise.race([closed.promise, sleep(closeTimeoutMs, undefined, { ref: false })]);
}

/**
 * Ends its connection after a client-side timeout. A transaction would return it to the pool, where the next
 * user would time out as well.
 */
class Client extends pg.Client {
  // `pg` declares 7 overloads, which a signature must match. A call with a callback comes from the pool, which
  // ends the connection itself.
  override query(...args: unknown[]): never {
    const run = super.query.bind(this) as (...given: unknown[]) => unknown;
    const result = run(...args);
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (isQueryTimeout(error)) void this.end();
      });
    }
    return result as never;
  }
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
