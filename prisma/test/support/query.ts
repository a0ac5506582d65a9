import type pg from 'pg';
import { withConnection } from '../../connection.ts';

/** Runs one query on a new connection. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
): Promise<Row[]> {
  const { rows } = await withConnection(url, (client) => client.query<Row>(sql));
  return rows;
}
