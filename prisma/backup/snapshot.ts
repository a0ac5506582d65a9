import type { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withConnection } from '../connection.ts';
import { readHistory } from '../migration/history.ts';
import { listTables, quoteTable } from './tables.ts';
import type { BackedUpTable } from './tables.ts';

export interface AppliedMigration {
  name: string;
  checksum: string;
}

/** A consistent snapshot of the database. */
export interface Snapshot {
  migrations: AppliedMigration[];
  tables: BackedUpTable[];
  /** The rows of a table in PostgreSQL's text format. One table at a time. */
  copyOut(table: BackedUpTable): Readable;
  /** The storage keys of all media in the database. */
  listMediaKeys(): Promise<string[]>;
}

/** Runs `work` with a snapshot and then releases it. */
export function withSnapshot<Result>(
  url: string,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return withConnection(url, async (client) => {
    await client.query(`
      BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SET LOCAL statement_timeout = 0;
      SET LOCAL idle_in_transaction_session_timeout = 0;
      SET LOCAL datestyle = 'iso, ymd';
      SET LOCAL intervalstyle = 'postgres';
      SET LOCAL extra_float_digits = 3`);
    const history = await readHistory(client);
    const result = await work({
      migrations: history.map(({ name, checksum }) => ({ name, checksum })),
      tables: await listTables(client),
      copyOut: (table) => client.query(copyTo(`COPY ${quoteTable(client, table)} TO STDOUT`)),
      listMediaKeys: () => listMediaKeys(client),
    });
    await client.query('COMMIT');
    return result;
  });
}

async function listMediaKeys(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(`
    SELECT key FROM (
      SELECT storage_key AS key FROM media
      UNION SELECT picture_key FROM users
      UNION SELECT banner_key FROM users
      UNION SELECT picture_key FROM chat_groups
      UNION SELECT image_key FROM link_cards
      UNION SELECT value FROM instance_settings, jsonb_each_text(content) WHERE section = 'images'
    ) stored WHERE key IS NOT NULL`);
  return rows.map(({ key }) => key);
}
