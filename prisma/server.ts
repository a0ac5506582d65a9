import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { columnTypes } from './column-types.ts';
import { closePool } from './pool.ts';
import type { Pooler } from './pooler.ts';
import { createStatementNames } from './statement-names.ts';

/** A statement with `$1`, `$2`, … */
export interface NumberedStatement {
  text: string;
  values: unknown[];
}

/** Runs one statement outside of transactions on the server that the request reads from. */
export type RunStatement = <Result>(
  text: string,
  work: (server: Server) => Promise<Result>,
) => Promise<Result>;

/** One PostgreSQL server. Prisma's client and `query` share its pool and its statement names. */
export class Server {
  readonly #pool: pg.Pool;
  readonly getName: ReturnType<typeof createStatementNames>;
  /** Prisma's own adapter. It opens no connection yet. */
  readonly adapter: Promise<SqlDriverAdapter>;

  constructor(
    pool: pg.Pool,
    options: { pooler: Pooler | undefined; onError: (error: Error) => void },
  ) {
    this.#pool = pool;
    this.getName = createStatementNames(options.pooler);
    const { getName: statementNameGenerator } = this;
    const { onError: onConnectionError } = options;
    this.adapter = new PrismaPg(pool, { statementNameGenerator, onConnectionError }).connect();
  }

  query<Row extends object>({ text, values }: NumberedStatement): Promise<pg.QueryResult<Row>> {
    const name = this.getName({ sql: text });
    return this.#pool.query<Row>({ name, text, values, types: columnTypes });
  }

  close(): Promise<void> {
    return closePool(this.#pool);
  }
}
