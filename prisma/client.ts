import { PrismaPg } from '@prisma/adapter-pg';
import { type Prisma, PrismaClient } from './generated/client.ts';
import { createPool } from './pool.ts';
import type { Pooler } from './pooler.ts';
import type { PoolStats, PoolOptions } from './pool.ts';
import { requirePrimary } from './require-primary.ts';
import type { Replicas } from './replicas/index.ts';
import { registerPool } from './query-rows.ts';
import { createStatementNames } from './statement-names.ts';
import { traceStatements } from './trace-statements.ts';
import type { TraceStatement } from './trace-statements.ts';

export { exists } from './exists.ts';
export { queryRows } from './query-rows.ts';
export * from './generated/client.ts';
export type { PoolStats };

/** Prisma's client for Skein's schema: models, `$queryRaw` and `$transaction`. */
export type Database = PrismaClient;

/** The client inside a transaction. A `Database` is assignable to it. */
export type Transaction = Prisma.TransactionClient;

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
  options.replicas?.routeReads(pool);
  if (options.trace !== undefined) traceStatements(pool, options.trace);
  const nameOf = createStatementNames(pooler);
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    statementNameGenerator: nameOf,
    onConnectionError: options.onError,
  });
  const database = new PrismaClient({
    adapter,
    // The other formats add query arguments, which include user content, to the message.
    errorFormat: 'minimal',
    transactionOptions: { maxWait: connectTimeoutMs, timeout: statementTimeoutMs },
  });
  registerPool(database, { pool, nameOf });
  return database;
}
