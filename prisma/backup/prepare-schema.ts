import type pg from 'pg';
import { withConnection } from '../connection.ts';
import { migrate } from '../migrate.ts';
import { migrationsDirectory, readMigrations } from '../migration/files.ts';
import { readHistory } from '../migration/history.ts';
import { BackupError } from './errors.ts';
import type { AppliedMigration } from './snapshot.ts';

/** @throws {BackupError} if the backup was made by a newer version */
export function requireKnown(
  migrations: readonly AppliedMigration[],
  directory = migrationsDirectory,
): void {
  const localChecksums = new Map(
    readMigrations(directory).map(({ name, checksum }) => [name, checksum]),
  );
  const unknown = migrations.find(({ name, checksum }) => localChecksums.get(name) !== checksum);
  if (unknown !== undefined) {
    throw new BackupError(
      `The backup was created by a newer version of Skein, with migration ${unknown.name}: restore it with that version or a later one.`,
    );
  }
}

/** Migrates an empty database to the schema of the backup. */
export async function prepareSchema(
  url: string,
  migrations: readonly AppliedMigration[],
  directory?: string,
): Promise<void> {
  requireKnown(migrations, directory);
  const backupMigrations = new Set(migrations.map(({ name }) => name));
  await withConnection(url, async (client) => {
    const history = await readHistory(client);
    if (history.length === 0) return;
    await requireNoAccounts(client);
    // Migrations only go forward, so drop a schema that is newer than the backup and start again.
    if (history.some(({ name }) => !backupMigrations.has(name))) await dropSchema(client);
  });
  await migrate(url, { log: () => undefined, directory, only: backupMigrations });
}

/** @throws {BackupError} if the database has accounts */
export async function requireNoAccounts(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM users LIMIT 1');
  if (rowCount === 0) return;
  throw new BackupError(
    'This instance has accounts: a backup can be restored only into an empty instance.',
  );
}

async function dropSchema(client: pg.ClientBase): Promise<void> {
  await client.query("BEGIN; SET LOCAL lock_timeout = '30s'");
  try {
    await client.query('LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
    await requireNoAccounts(client);
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
