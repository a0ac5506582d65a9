import type pg from 'pg';
import { withConnection } from '../../connection.ts';

/** One query on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
): Promise<Row[]> {
  const { rows } = await withConnection(url, (client) => client.query<Row>(sql));
  return rows;
}
