import { PrismaPg } from '@prisma/adapter-pg';
import { type Prisma, PrismaClient } from './generated/client.ts';
import { createPool } from './pool.ts';
import type { PoolStats, PoolOptions } from './pool.ts';
import { createStatementNames } from './statement-names.ts';

export { exists } from './exists.ts';
export * from './generated/client.ts';
export type { PoolStats };

/** Prisma's client for Skein's schema: models, `$queryRaw` and `$transaction`. */
export type Database = PrismaClient;

/** The client inside a transaction. A `Database` is assignable to it. */
export type Transaction = Prisma.TransactionClient;

export type DatabaseOptions = Partial<PoolOptions> & Pick<PoolOptions, 'url' | 'onError'>;

/** The first query connects. `$disconnect` closes all connections. */
export function createDatabase(options: DatabaseOptions): Database {
  const { connectTimeoutMs = 2000, statementTimeoutMs = 5000 } = options;
  const adapter = new PrismaPg(createPool({ ...options, connectTimeoutMs, statementTimeoutMs }), {
    disposeExternalPool: true,
    statementNameGenerator: createStatementNames(),
    onConnectionError: options.onError,
  });
  return new PrismaClient({
    adapter,
    // The other formats add query arguments, which include user content, to the message.
    errorFormat: 'minimal',
    transactionOptions: { maxWait: connectTimeoutMs, timeout: statementTimeoutMs },
  });
}
