import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { withConnection } from '../connection.ts';
import { dropConstraints } from '../constraints.ts';
import { migrate } from '../migrate.ts';
import { BackupError } from './errors.ts';
import { prepareSchema, requireNoAccounts } from './prepare-schema.ts';
import type { AppliedMigration } from './snapshot.ts';
import { historyTable, listTables, quoteTable } from './tables.ts';
import type { BackedUpTable } from './tables.ts';

export interface RestoreOptions {
  /** The migrations of the backed up database. */
  migrations: readonly AppliedMigration[];
  tables: readonly BackedUpTable[];
  /** The migrations of this version, as in `MigrateOptions`. */
  directory?: string | undefined;
}

/** Loads the rows of a table in the format of `Snapshot.copyOut`. */
export type CopyIn = (table: BackedUpTable, rows: Readable) => Promise<void>;

/**
 * Restores a backup to an empty database in one transaction: `load` receives the function that loads
 * a table. Afterwards the database is migrated to the current version.
 *
 * @throws {BackupError} if the database has accounts, or if the backup does not match this version.
 */
export async function restoreDatabase(
  url: string,
  { migrations, tables, directory }: RestoreOptions,
  load: (copyIn: CopyIn) => Promise<void>,
): Promise<void> {
  await prepareSchema(url, migrations, directory);
  await withConnection(url, async (client) => {
    await client.query(`
      BEGIN;
      SET LOCAL statement_timeout = 0;
      SET LOCAL idle_in_transaction_session_timeout = 0;
      SET LOCAL lock_timeout = '30s';
      SET LOCAL maintenance_work_mem = '256MB'`);
    await requireTables(client, tables);
    await emptyTables(client, tables);
    const all = tables.map(({ name }) => client.escapeIdentifier(name));
    // The backup already contains the rows that triggers would write.
    for (const name of all) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    const restoreConstraints = await dropConstraints(client, [historyTable]);
    await load((table, rows) => copyIn(client, table, rows));
    await restoreConstraints();
    await continueSequences(client);
    for (const name of all) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    await client.query('COMMIT');
    await client.query('VACUUM (ANALYZE)');
  });
  await migrate(url, { log: () => undefined, directory });
}

async function requireTables(client: pg.Client, tables: readonly BackedUpTable[]): Promise<void> {
  const found = new Map((await listTables(client)).map((table) => [table.name, table.columns]));
  const isSame =
    found.size === tables.length &&
    tables.every(({ name, columns }) => {
      const existing = new Set(found.get(name));
      return existing.size === columns.length && columns.every((column) => existing.has(column));
    });
  if (!isSame)
    throw new BackupError('The tables of the backup do not match this version of Skein.');
}

/** The lock prevents registrations until the transaction ends. */
async function emptyTables(client: pg.Client, tables: readonly BackedUpTable[]): Promise<void> {
  const names = tables.map(({ name }) => client.escapeIdentifier(name)).join(', ');
  await client.query(`LOCK TABLE ${names} IN ACCESS EXCLUSIVE MODE`);
  await requireNoAccounts(client);
  await client.query(`TRUNCATE ${names}`);
}

/** Sets each sequence to the highest value of its column. */
async function continueSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    SELECT format(
      'SELECT setval(%L, coalesce(max(%I), 0) + 1, false) FROM %s',
      sequence.oid::regclass, attname, attrelid::regclass
    ) AS statement
    FROM pg_class sequence
    JOIN pg_depend ON classid = 'pg_class'::regclass AND objid = sequence.oid
      AND refclassid = 'pg_class'::regclass AND deptype IN ('a', 'i')
    JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
    WHERE sequence.relkind = 'S' AND sequence.relnamespace = 'public'::regnamespace`);
  for (const { statement } of rows) await client.query(statement);
}

async function copyIn(client: pg.Client, table: BackedUpTable, rows: Readable): Promise<void> {
  await pipeline(rows, client.query(copyFrom(`COPY ${quoteTable(client, table)} FROM STDIN`)));
}
