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
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
  if (Number(rows[0]?.server_version_num) < oldestServerVersion) {
    throw new MigrationError('Skein needs PostgreSQL 15 or later: upgrade the database server.');
  }
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
