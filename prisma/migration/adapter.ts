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

/** Maximum time that other queries wait behind a migration that waits for a lock. */
const lockTimeoutMs = 500;
const lockRetryPauseMs = 500;
/** A migration fails if it cannot acquire its locks within this time. */
const lockDeadlineMs = 10 * 60 * 1000;
const lockNotAvailable = '55P03';

/**
 * The engine's database adapter. It differs from Prisma's own adapter in three ways: it sends a script
 * to PostgreSQL as a whole, so that the script is one transaction and may contain semicolons in strings
 * and function bodies (Prisma's splits at each semicolon); its shadow database is a separate database
 * (Prisma's connects to the given URL again); and it supports the catalog type "char", which the engine
 * needs to read a live schema.
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

  /** Closes connections, which the engine would leave open with their locks until a timeout. */
  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()));
  }

  async #connectTo(url: string): Promise<SqlDriverAdapter> {
    const pool = createPool(url);
    this.#pools.push(pool);
    const adapter = await new PrismaPg(pool).connect();
    supportCatalogChars(pool, adapter);
    adapter.executeScript = async (script) => {
      await retryOnLockTimeout(() => pool.query(script)).catch(throwForEngine);
    };
    return adapter;
  }
}

function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    // Session settings of a migration must last until its end.
    max: 1,
    connectionTimeoutMillis: 5000,
    lock_timeout: lockTimeoutMs,
  });
  // The failing statement reports the lost connection. Without a listener the process would exit.
  pool.on('error', () => undefined);
  return pool;
}

/**
 * Runs a script that may lock tables in use by a server. Queries queue behind a waiting lock request,
 * for example during a backup, so the script gives up quickly and tries again.
 */
async function retryOnLockTimeout<Result>(work: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + lockDeadlineMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const isLockTimeout = error instanceof pg.DatabaseError && error.code === lockNotAvailable;
      if (!isLockTimeout || performance.now() > deadline) throw error;
    }
    await sleep(lockRetryPauseMs);
  }
}

// The engine preserves the message of errors in this shape only.
function throwForEngine(error: unknown): never {
  if (!(error instanceof pg.DatabaseError)) throw error;
  const { code = '', severity = 'ERROR', message, detail, column, hint } = error;
  const kind = 'postgres';
  throw new DriverAdapterError({ kind, code, severity, message, detail, column, hint });
}

// Prisma's adapter rejects columns of this type, so they pass through it as text and are converted
// afterwards.
function supportCatalogChars(pool: pg.Pool, adapter: SqlDriverAdapter): void {
  const { CHAR, TEXT } = pg.types.builtins;
  const charColumns = new WeakMap<unknown[], number[]>();
  const query = pool.query.bind(pool);
  Object.assign(pool, {
    async query(config: pg.QueryArrayConfig | string) {
      const result = await query(config);
      // A script of several statements returns an array of results, which is not used.
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
