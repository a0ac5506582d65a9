import type pg from 'pg';

/** A table with the columns to back up; generated columns are omitted. */
export interface BackedUpTable {
  name: string;
  columns: string[];
}

/** Written by migrations, never restored. */
export const historyTable = '_prisma_migrations';

export async function listTables(client: pg.ClientBase): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable>(
    `SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> $1
       AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
     GROUP BY relname ORDER BY relname`,
    [historyTable],
  );
  return rows;
}

export function quoteTable(client: pg.ClientBase, { name, columns }: BackedUpTable): string {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  return `${client.escapeIdentifier(name)} (${list})`;
}
