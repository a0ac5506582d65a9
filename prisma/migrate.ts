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
  directory?: string;
  /** Names of the migrations to apply; all, unless said otherwise. */
  only?: ReadonlySet<string>;
  /** How long another instance may take that migrates the same database. */
  lockTimeoutMs?: number;
}

const oldestServerVersion = 150_000;
const databaseNotEmpty = 'P3005';

/**
 * Brings a database up to date and returns the names of the migrations it applied. Any number
 * of instances may do so at once: one applies, the others wait. A migration is one transaction.
 *
 * @throws {MigrationError} when a person has to decide; anything else is a failed connection.
 */
export async function migrate(url: string, options: MigrateOptions): Promise<string[]> {
  const { log, directory = migrationsDirectory, only, lockTimeoutMs = 120_000 } = options;
  const local = readMigrations(directory).filter(({ name }) => only?.has(name) ?? true);
  return withConnection(url, async (client) => {
    // The usual start: two short queries, and Prisma's engine is not even loaded.
    if (await isUpToDate(client, local)) return [];
    await lockMigrations(client, lockTimeoutMs);
    const pending = findPending(local, await readHistory(client));
    if (pending.length > 0) await apply({ client, url, directory, local });
    for (const { name } of pending) log(`Migration ${name} is applied.`);
    return pending.map(({ name }) => name);
  });
}

// What looks wrong here may be the work of another instance in its midst: only "all there" counts.
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

interface Work {
  client: pg.Client;
  url: string;
  directory: string;
  local: LocalMigration[];
}

async function apply({ client, url, directory, local }: Work): Promise<void> {
  const { withEngine } = await import('./migration/engine.ts');
  const migrationsList = toMigrationList(directory, local);
  const filters = { externalTables: [], externalEnums: [] };
  try {
    await withEngine(url, (engine) => engine.applyMigrations({ migrationsList, filters }));
  } catch (cause) {
    if (isErrorWithCode(cause, databaseNotEmpty)) {
      throw new MigrationError(
        'The database holds tables that are not of Skein: give Skein an empty database of its own.',
        { cause },
      );
    }
    // A failed migration is in the history now, and is told of in the same words ever after.
    findPending(local, await readHistory(client));
    throw new MigrationError(`The migrations could not be applied: ${String(cause)}`, { cause });
  }
}

function isErrorWithCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
