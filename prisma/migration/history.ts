import type pg from 'pg';
import { MigrationError } from './errors.ts';
import type { LocalMigration } from './files.ts';

/** A row of Prisma's migration table that is not marked as rolled back. */
export interface RecordedMigration {
  name: string;
  checksum: string;
  isFinished: boolean;
  /** PostgreSQL's error message if it failed. */
  logs: string | null;
}

const undefinedTable = '42P01';

/** The migration history, oldest first; empty for a new database. */
export async function readHistory(client: pg.ClientBase): Promise<RecordedMigration[]> {
  try {
    const { rows } = await client.query<RecordedMigration>(`
      SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished", logs
      FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`);
    return rows;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === undefinedTable) return [];
    throw error;
  }
}

/**
 * The pending migrations.
 *
 * @throws {MigrationError} if the history of the database does not match the code
 */
export function findPending(
  local: LocalMigration[],
  history: RecordedMigration[],
): LocalMigration[] {
  const byName = new Map(local.map((migration) => [migration.name, migration]));
  for (const recorded of history) {
    if (!recorded.isFinished) throw unfinished(recorded);
    const migration = byName.get(recorded.name);
    if (migration === undefined) throw newerDatabase(recorded);
    if (migration.checksum !== recorded.checksum) throw edited(recorded);
  }
  const applied = new Set(history.map(({ name }) => name));
  return local.filter(({ name }) => !applied.has(name));
}

function unfinished({ name, logs }: RecordedMigration): MigrationError {
  const reason = logs === null ? '' : ` (${databaseMessage(logs)})`;
  return new MigrationError(
    `Migration ${name} did not finish${reason}: undo its changes in the database, if there are any, run "pnpm --filter @skein/db migration:retry ${name}" and start again.`,
  );
}

function newerDatabase({ name }: RecordedMigration): MigrationError {
  return new MigrationError(
    `The database is newer than this version of Skein, which does not contain migration ${name}: start the newer version, or restore a backup from before the upgrade.`,
  );
}

function edited({ name }: RecordedMigration): MigrationError {
  return new MigrationError(
    `Migration ${name} was edited after it was applied to this database: restore the file, and put the change into a new migration.`,
  );
}

function databaseMessage(logs: string): string {
  const match = /ERROR: (.+)$/m.exec(logs);
  return match?.[1] ?? logs.trim().split('\n').at(0) ?? '';
}
