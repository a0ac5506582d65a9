import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { withConnection } from '../connection.ts';

/** So long others wait behind a migration that waits for a lock, and then go on. */
const lockTimeoutMs = 500;
const lockPauseMs = 500;
/** A migration is given up when it could not have its locks for so long. */
const lockPatienceMs = 10 * 60 * 1000;
const lockNotAvailable = '55P03';

/**
 * The engine's way to the database. It differs from Prisma's own adapter in three points:
 * a script goes to PostgreSQL whole, so that it is one transaction and may hold semicolons in
 * strings and function bodies (Prisma's cuts it at each semicolon); the scratch ("shadow")
 * database is really another one (Prisma's connects to the given URL again); and it knows the
 * type "char" of PostgreSQL's catalog, without which the engine cannot read a live schema.
 */
export class MigrationAdapterFactory implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = 'postgres';
  readonly adapterName = '@prisma/adapter-pg';
  readonly #url: string;
  readonly #pools: pg.Pool[] = [];

  constructor(url: string) {
    this.#url = url;
  }

  async connect(): Promise<SqlDriverAdapter> {
    return this.#connectTo(this.#url);
  }

  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    const name = `skein_shadow_${randomUUID().replaceAll('-', '')}`;
    await withConnection(this.#url, (client) => client.query(`CREATE DATABASE ${name}`));
    const url = new URL(this.#url);
    url.pathname = `/${name}`;
    const shadow = await this.#connectTo(url.href);
    shadow.dispose = async () => {
      const statement = `DROP DATABASE ${name} WITH (FORCE)`;
      await withConnection(this.#url, (client) => client.query(statement));
    };
    return shadow;
  }

  /** The engine leaves its connections, and the locks that they hold, to their idle timeout. */
  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }

  async #connectTo(url: string): Promise<SqlDriverAdapter> {
    const pool = createPool(url);
    this.#pools.push(pool);
    const adapter = await new PrismaPg(pool).connect();
    supportCatalogChars(pool, adapter);
    adapter.executeScript = async (script) => {
      await withoutHoldingUp(() => pool.query(script)).catch(throwForEngine);
    };
    return adapter;
  }
}

function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    // What a migration sets for its session must hold until its end.
    max: 1,
    connectionTimeoutMillis: 5000,
    lock_timeout: lockTimeoutMs,
  });
  // The failing statement reports the loss of the connection; this only keeps the process alive.
  pool.on('error', () => undefined);
  return pool;
}

/**
 * Runs a script that may change tables which a server is using. Whoever waits for such a table's
 * lock makes everybody else wait behind it, for as long as a backup or a long query may take: it
 * gives up soon, lets the others go on, and tries again.
 */
async function withoutHoldingUp<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + lockPatienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isHeldUp = error instanceof pg.DatabaseError && error.code === lockNotAvailable;
      if (!isHeldUp || performance.now() > deadline) throw error;
    }
    await sleep(lockPauseMs);
  }
}

// Only errors in this shape keep their text on the way through the engine.
function throwForEngine(error: unknown): never {
  if (!(error instanceof pg.DatabaseError)) throw error;
  const { code = '', severity = 'ERROR', message, detail, column, hint } = error;
  const kind = 'postgres';
  throw new DriverAdapterError({ kind, code, severity, message, detail, column, hint });
}

// Prisma's adapter refuses columns of this type before it hands rows on, so they pass it as text
// and get their type back afterwards.
function supportCatalogChars(pool: pg.Pool, adapter: SqlDriverAdapter): void {
  const { CHAR, TEXT } = pg.types.builtins;
  const charColumns = new WeakMap<unknown[], number[]>();
  const query = pool.query.bind(pool);
  Object.assign(pool, {
    async query(config: pg.QueryArrayConfig | string) {
      const result = await query(config);
      // A script of several statements has an array of results, which nobody reads.
      if (Array.isArray(result)) return result;
      const columns = result.fields.flatMap((field, index) =>
        field.dataTypeID === CHAR ? [index] : [],
      );
      for (const field of result.fields) if (field.dataTypeID === CHAR) field.dataTypeID = TEXT;
      charColumns.set(result.rows, columns);
      return result;
    },
  });
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (sql) => {
    const result = await queryRaw(sql);
    for (const index of charColumns.get(result.rows) ?? []) {
      result.columnTypes[index] = ColumnTypeEnum.Character;
    }
    return result;
  };
}
