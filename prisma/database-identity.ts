import type pg from 'pg';

/** The cluster and the database within it. A replica has the identity of its primary. */
export async function findDatabaseIdentity(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(`
    SELECT concat(system_identifier, '/', pg_database.oid) AS identity
    FROM pg_control_system(), pg_database WHERE datname = current_database()`);
  return rows[0]?.identity ?? '';
}

/** A pooler cannot forward the process id of a server connection, which its clients share. */
export async function isPooled(client: pg.Client, responseTimeoutMs = 5000): Promise<boolean> {
  const pid = await findProcessId(client, responseTimeoutMs);
  return pid !== undefined && Reflect.get(client, 'processID') !== pid;
}

/** The server process of the connection; behind a pooler, the one of this statement. */
export async function findProcessId(
  client: pg.Client,
  responseTimeoutMs = 5000,
): Promise<number | undefined> {
  const text = 'SELECT pg_backend_pid() AS pid';
  // A pooler without a free server connection waits for minutes.
  const timeout = { query_timeout: responseTimeoutMs };
  const { rows } = await client.query<{ pid: number }>({ text, ...timeout });
  return rows[0]?.pid;
}
