import { PrismaPg } from '@prisma/adapter-pg';
import { type Prisma, PrismaClient } from './generated/client.ts';
import { createPool } from './pool.ts';
import type { PoolFigures, PoolOptions } from './pool.ts';
import { createStatementNames } from './statement-names.ts';

export { exists } from './exists.ts';
export * from './generated/client.ts';
export type { PoolFigures };

/** Prisma's client for Skein's schema: models, `$queryRaw` and `$transaction`. */
export type Database = PrismaClient;

/** What a transaction's function is given; a `Database` serves as well. */
export type Transaction = Prisma.TransactionClient;

export type DatabaseOptions = Partial<PoolOptions> & Pick<PoolOptions, 'url' | 'onError'>;

/** Opens nothing yet: the first query connects. `$disconnect` closes all connections. */
export function createDatabase(options: DatabaseOptions): Database {
  const { connectTimeoutMs = 2000, statementTimeoutMs = 5000 } = options;
  const adapter = new PrismaPg(createPool({ ...options, connectTimeoutMs, statementTimeoutMs }), {
    disposeExternalPool: true,
    statementNameGenerator: createStatementNames(),
    onConnectionError: options.onError,
  });
  return new PrismaClient({
    adapter,
    // The other formats put a query's arguments, people's words among them, into the message.
    errorFormat: 'minimal',
    transactionOptions: { maxWait: connectTimeoutMs, timeout: statementTimeoutMs },
  });
}
