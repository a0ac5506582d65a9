import type pg from 'pg';
import { withConnection } from './connection.ts';
import { MigrationError } from './migration/errors.ts';
import {
  type LocalMigration,
  migrationsDirectory,
  readMigrations,
  toMigrationList,
} from './migration/files.ts';
import { findPending, readHistory } from './migration/history.ts';
import { lockMigrations } from './migration/lock.ts';

export { MigrationError } from './migration/errors.ts';

export interface MigrateOptions {
  log: (line: string) => void;
  /** Prisma's layout: `<time>_<name>/migration.sql`, and `migration_lock.toml`. */
  directory?: string | undefined;
  /** Names of the migrations to apply. Default: all. */
  only?: ReadonlySet<string>;
  /** How long to wait for another process that migrates the same database. */
  lockTimeoutMs?: number;
}

const oldestServerVersion = 150_000;
const unicodeOptions = "TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C.UTF-8'";
const databaseNotEmpty = 'P3005';

/**
 * Applies pending migrations and returns their names. Any number of processes may call it at once: one
 * applies, the others wait. Each migration is one transaction.
 *
 * @throws {MigrationError} if the operator has to decide; other errors are failed connections
 */
export async function migrate(url: string, options: MigrateOptions): Promise<string[]> {
  const { log, directory = migrationsDirectory, only, lockTimeoutMs = 120_000 } = options;
  const local = readMigrations(directory).filter(({ name }) => only?.has(name) ?? true);
  return withConnection(url, async (client) => {
    await requireVersion(client);
    await requireUnicode(client);
    // In the usual case two short queries suffice and Prisma's engine is not loaded.
    if (await isUpToDate(client, local)) return [];
    await lockMigrations(client, lockTimeoutMs);
    const pending = findPending(local, await readHistory(client));
    if (pending.length > 0) await apply({ client, url, directory, local });
    if (pending.length === local.length) {
      log(`Created the tables of the database. Migrations applied: ${pending.length}.`);
    } else {
      for (const { name } of pending) log(`Applied migration ${name}.`);
    }
    return pending.map(({ name }) => name);
  });
}

// Another process may be in the middle of its migrations: only a complete history counts.
async function isUpToDate(client: pg.Client, local: LocalMigration[]): Promise<boolean> {
  const history = await readHistory(client);
  const recorded = new Map(history.map((migration) => [migration.name, migration]));
  const isSameSize = history.length === local.length;
  return (
    isSameSize &&
    local.every(({ name, checksum }) => {
      const migration = recorded.get(name);
      return migration?.isFinished === true && migration.checksum === checksum;
    })
  );
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
  if (Number(rows[0]?.server_version_num) < oldestServerVersion) {
    throw new MigrationError('Skein needs PostgreSQL 15 or later: upgrade the database server.');
  }
}

/** The encoding and the locale of a database cannot be changed after its creation. */
async function requireUnicode(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; name: string; owner: string }>(`
    SELECT current_setting('server_encoding') AS encoding,
      quote_ident(current_database()) AS name, quote_ident(current_user) AS owner`);
  const [database] = rows;
  // Other encodings may not have these letters.
  if (!database || (database.encoding === 'UTF8' && (await lowersAllLetters(client)))) return;
  const statement = `CREATE DATABASE ${database.name} OWNER ${database.owner} ${unicodeOptions};`;
  throw new MigrationError(
    `The database does not support the letters of all languages: replace it with one that is created with ${statement}`,
  );
}

async function lowersAllLetters(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isLower: boolean }>(
    `SELECT lower('ÀĄΩЖ') = 'àąωж' AS "isLower"`,
  );
  return rows[0]?.isLower === true;
}

interface PendingWork {
  client: pg.Client;
  url: string;
  directory: string;
  local: LocalMigration[];
}

async function apply({ client, url, directory, local }: PendingWork): Promise<void> {
  const { withEngine } = await import('./migration/engine.ts');
  const migrationsList = toMigrationList(directory, local);
  const filters = { externalTables: [], externalEnums: [] };
  try {
    await withEngine(url, (engine) => engine.applyMigrations({ migrationsList, filters }));
  } catch (cause) {
    if (isErrorWithCode(cause, databaseNotEmpty)) {
      throw new MigrationError(
        'The database contains tables of another program: give Skein an empty database.',
        { cause },
      );
    }
    // A failed migration is now in the history and reported with the same message at each start.
    findPending(local, await readHistory(client));
    throw new MigrationError(`The migrations could not be applied: ${String(cause)}`, { cause });
  }
}

function isErrorWithCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
