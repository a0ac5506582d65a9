import pg from 'pg';

/** One query on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(sql);
    return rows;
  } finally {
    await client.end();
  }
}
