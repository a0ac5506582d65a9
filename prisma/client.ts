import { createAdapter } from './adapter.ts';
import type { Database } from './database.ts';
import { PrismaClient } from './generated/client.ts';
import { createPool } from './pool.ts';
import type { Pooler } from './pooler.ts';
import type { PoolStats, PoolOptions } from './pool.ts';
import { addSqlMethods } from './query.ts';
import type { Replicas } from './replicas/index.ts';
import { requirePrimary } from './require-primary.ts';
import { Server } from './server.ts';
import type { RunStatement } from './server.ts';
import type { TraceStatement } from './trace-statement.ts';

export { exists, existsUnique } from './exists.ts';
export * from './generated/client.ts';
export type { Database, Transaction } from './database.ts';
export type { PoolStats };

export type DatabaseOptions = Partial<Omit<PoolOptions, 'isPooled'>> &
  Pick<PoolOptions, 'url' | 'onError'> & {
    /** The connection pooler at the URL; undefined if it is the address of PostgreSQL itself. */
    pooler?: Pooler | undefined;
    /** Send reads to replicas within `replicas.read`. */
    replicas?: Replicas | undefined;
    trace?: TraceStatement | undefined;
  };

/** The first query connects. `$disconnect` closes all connections. */
export function createDatabase(options: DatabaseOptions): Database {
  const { connectTimeoutMs = 2000, statementTimeoutMs = 5000, pooler } = options;
  const isPooled = pooler !== undefined;
  // A pooler connects to PostgreSQL itself.
  const verify = isPooled ? {} : { verify: requirePrimary };
  const pool = createPool({
    ...verify,
    ...options,
    connectTimeoutMs,
    statementTimeoutMs,
    isPooled,
  });
  const primary = new Server(pool, { pooler, onError: options.onError });
  const { replicas, trace } = options;
  replicas?.usePrimary(primary);
  const route: RunStatement = (_, work) => replicas?.run(work) ?? work(primary);
  const run: RunStatement = (text, work) =>
    trace === undefined
      ? route(text, work)
      : trace({ text, name: primary.getName({ sql: text }) }, () => route(text, work));
  const client = new PrismaClient({
    adapter: createAdapter({ primary, run, trace }),
    // The other formats add query arguments, which include user content, to the message.
    errorFormat: 'minimal',
    transactionOptions: { maxWait: connectTimeoutMs, timeout: statementTimeoutMs },
  });
  // Loads the query compiler, without a connection. `$disconnect` of a client that is not loaded does nothing, not even
  // close the pool.
  void client.$connect();
  return addSqlMethods(client, run);
}
