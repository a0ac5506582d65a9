import type { Prisma, PrismaClient } from './generated/client.ts';

/** The methods for SQL, of the client and of its transactions. */
interface SqlMethods {
  /**
   * Returns the rows of a statement. `bigint` columns are bigints, `numeric` columns Decimals, dates and times
   * Dates, as in the models.
   */
  query<Row extends object>(statement: Prisma.Sql): Promise<Row[]>;
  /** Runs a statement without rows, and returns how many rows it inserted, changed or deleted. */
  execute(statement: Prisma.Sql): Promise<number>;
}

/**
 * Prisma combines `findUnique` queries of several requests into one statement, which would run on the server of the
 * first: use `findFirst`.
 */
type WithoutBatches<Client> = {
  [Name in keyof Client]: Client[Name] extends { findUnique: unknown }
    ? Omit<Client[Name], 'findUnique' | 'findUniqueOrThrow'>
    : Client[Name];
};

/** The client inside a transaction. */
export type Transaction = SqlMethods &
  WithoutBatches<Omit<Prisma.TransactionClient, '$transaction'>>;

/** Prisma's client for Skein's schema, with `query` and `execute` for SQL. It is assignable to `Transaction`. */
export interface Database
  extends Transaction, Pick<PrismaClient, '$connect' | '$disconnect' | '$extends'> {
  $transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    settings?: Parameters<PrismaClient['$transaction']>[1],
  ): Promise<Result>;
}
