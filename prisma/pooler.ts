import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { withConnection } from './connection.ts';
import { findDatabaseIdentity, findProcessId, isPooled } from './database-identity.ts';
import { sessionSettings } from './session-settings.ts';

/** A connection pooler that Skein cannot use as configured; the message is for the operator. */
export class PoolerError extends Error {}

/** A connection pooler in front of PostgreSQL, such as PgBouncer. */
export interface Pooler {
  /** Whether it keeps named prepared statements of its clients. Unknown, so false, until checked. */
  keepsPreparedStatements: boolean;
}

/** How often the server processes of two connections are compared to find the pooling mode. */
const modeChecks = 10;

/** The line for pgbouncer.ini, because poolers reject or ignore settings from their clients. */
export const connectQuery = Object.entries(sessionSettings({ statementTimeoutMs: 5000 }))
  .map(([name, value]) => `SET ${name} = ${value}`)
  .join('; ');

/** @throws {PoolerError} if the URL is that of a pooler */
export async function requireNoPooler(url: string, setting: string): Promise<void> {
  if (!(await withConnection(url, isPooled))) return;
  throw new PoolerError(
    setting === 'DATABASE_URL'
      ? 'DATABASE_URL is the address of a connection pooler: also set DATABASE_DIRECT_URL to the address of PostgreSQL itself.'
      : `${setting} is the address of a connection pooler: set it to the address of PostgreSQL itself.`,
  );
}

/**
 * Checks the pooler in DATABASE_URL, and that PostgreSQL in DATABASE_DIRECT_URL is the one behind it.
 *
 * @throws {PoolerError}
 */
export async function checkPooler(
  { url, directUrl }: { url: string; directUrl: string },
  pooler: Pooler,
): Promise<void> {
  await requireNoPooler(directUrl, 'DATABASE_DIRECT_URL');
  const direct = await withConnection(directUrl, findDatabaseIdentity);
  await withConnection(url, async (first) => {
    if (!(await isPooled(first))) {
      throw new PoolerError(
        'DATABASE_URL is not the address of a connection pooler: remove DATABASE_DIRECT_URL.',
      );
    }
    await withConnection(url, (second) => requireTransactionMode(first, second));
    if ((await findDatabaseIdentity(first)) !== direct) {
      throw new PoolerError(
        'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: set both to the same one.',
      );
    }
    await requireSessionSettings(first, 'DATABASE_URL');
    pooler.keepsPreparedStatements = await keepsPreparedStatements(first);
  });
}

/**
 * The pooler that a connection to a replica leads to; undefined if it leads to PostgreSQL itself.
 *
 * @throws {PoolerError}
 */
export async function findReplicaPooler(
  client: pg.Client,
  responseTimeoutMs: number,
): Promise<Pooler | undefined> {
  if (!(await isPooled(client, responseTimeoutMs))) return undefined;
  await requireSessionSettings(client, 'DATABASE_REPLICA_URLS');
  return { keepsPreparedStatements: await keepsPreparedStatements(client) };
}

async function requireTransactionMode(first: pg.Client, second: pg.Client): Promise<void> {
  const pairs = new Set<string>();
  for (let checks = 0; checks < modeChecks; checks += 1) {
    const pids = [await findProcessId(first), await findProcessId(second)];
    pairs.add(pids[0] === pids[1] ? 'shared' : pids.join(' '));
  }
  // In session mode, each connection always has the same server process of its own.
  if (pairs.size === 1 && !pairs.has('shared')) {
    throw new PoolerError(
      'The pooler in DATABASE_URL is in session mode, in which it saves no connections: set pool_mode = transaction.',
    );
  }
  // Rejected in statement mode.
  await first.query('BEGIN').catch((cause: unknown) => {
    throw new PoolerError(
      'The pooler in DATABASE_URL does not allow transactions: set pool_mode = transaction.',
      { cause },
    );
  });
  await first.query('COMMIT');
}

/** The operator may choose other timeouts, but there must be some. */
async function requireSessionSettings(client: pg.Client, setting: string): Promise<void> {
  const expected = sessionSettings({ statementTimeoutMs: 5000 });
  const names = Object.keys(expected);
  const { rows } = await client.query<{ name: string; value: string | null }>(
    'SELECT name, current_setting(name, true) AS value FROM unnest($1::text[]) AS name',
    [names],
  );
  const actual = new Map(rows.map(({ name, value }) => [name, value]));
  const missing = Object.entries(expected)
    .filter(([name, value]) => {
      const found = actual.get(name);
      return name.endsWith('_timeout') ? found === '0' : found !== String(value);
    })
    .map(([name]) => name);
  if (missing.length === 0) return;
  throw new PoolerError(
    `The connections of the pooler in ${setting} do not have the setting${missing.length > 1 ? 's' : ''} ${missing.join(', ')}. In pgbouncer.ini, add this to the line of the database, and restart PgBouncer:\nconnect_query='${connectQuery}'`,
  );
}

/** A pooler that keeps named statements gives them names of its own on its server connections. */
async function keepsPreparedStatements(client: pg.Client): Promise<boolean> {
  const name = `skein_${randomUUID()}`;
  await client.query('BEGIN');
  const { rows } = await client.query<{ isVisible: boolean }>({
    name,
    text: 'SELECT EXISTS (SELECT FROM pg_prepared_statements WHERE name = $1) AS "isVisible"',
    values: [name],
  });
  const isForwarded = rows[0]?.isVisible === true;
  if (isForwarded) await client.query(`DEALLOCATE ${client.escapeIdentifier(name)}`);
  await client.query('COMMIT');
  return !isForwarded;
}
