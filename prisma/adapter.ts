import type {
  IsolationLevel,
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  Transaction,
} from '@prisma/driver-adapter-utils';
import type { RunStatement, Server } from './server.ts';
import type { TraceStatement } from './trace-statement.ts';

interface AdapterOptions {
  primary: Server;
  run: RunStatement;
  trace: TraceStatement | undefined;
}

/** Prisma's driver adapter for the primary, except that `run` chooses the server of single statements. */
export function createAdapter(options: AdapterOptions): SqlDriverAdapterFactory {
  return {
    provider: 'postgres',
    adapterName: 'skein',
    connect: async () => new Adapter(await options.primary.adapter, options),
  };
}

class Adapter implements SqlDriverAdapter {
  readonly provider = 'postgres';
  readonly adapterName = 'skein';
  readonly #primary: SqlDriverAdapter;
  readonly #options: AdapterOptions;

  constructor(primary: SqlDriverAdapter, options: AdapterOptions) {
    this.#primary = primary;
    this.#options = options;
  }

  queryRaw(query: SqlQuery) {
    return this.#options.run(query.sql, async ({ adapter }) => (await adapter).queryRaw(query));
  }

  executeRaw(query: SqlQuery) {
    return this.#options.run(query.sql, async ({ adapter }) => (await adapter).executeRaw(query));
  }

  async startTransaction(isolationLevel?: IsolationLevel): Promise<Transaction> {
    const { trace } = this.#options;
    if (trace === undefined) return this.#primary.startTransaction(isolationLevel);
    const begin = () => this.#primary.startTransaction(isolationLevel);
    return new TracedTransaction(
      await trace({ text: 'BEGIN' }, begin),
      this.#options.primary,
      trace,
    );
  }

  executeScript(script: string) {
    return this.#primary.executeScript(script);
  }

  getConnectionInfo() {
    return this.#primary.getConnectionInfo?.() ?? { supportsRelationJoins: true };
  }

  async dispose(): Promise<void> {
    await this.#primary.dispose();
    await this.#options.primary.close();
  }
}

/** Records the statements of a transaction. Prisma commits with a statement and then calls `commit`. */
class TracedTransaction implements Transaction {
  readonly provider = 'postgres';
  readonly adapterName = 'skein';
  readonly options;
  readonly #transaction: Transaction;
  readonly #server: Server;
  readonly #trace: TraceStatement;

  constructor(transaction: Transaction, server: Server, trace: TraceStatement) {
    this.options = transaction.options;
    this.#transaction = transaction;
    this.#server = server;
    this.#trace = trace;
  }

  queryRaw(query: SqlQuery) {
    return this.#trace(this.#describe(query), () => this.#transaction.queryRaw(query));
  }

  executeRaw(query: SqlQuery) {
    return this.#trace(this.#describe(query), () => this.#transaction.executeRaw(query));
  }

  commit() {
    return this.#transaction.commit();
  }

  rollback() {
    return this.#transaction.rollback();
  }

  #describe({ sql }: SqlQuery) {
    return { text: sql, name: this.#server.getName({ sql }) };
  }
}
