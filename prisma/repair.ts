import type pg from 'pg';
import { withConnection } from './connection.ts';
import { keptCounters } from './counters/kept-counters.ts';
import { keptRows } from './counters/kept-rows.ts';

/** Something kept in the database that differed from the rows it follows from. */
export interface Drift {
  /** Such as `threads.likes_count`. */
  name: string;
  rows: number;
}

interface Check {
  name: string;
  find: string;
  mend: readonly string[];
  tables: readonly string[];
}

const checks: readonly Check[] = [
  // First, as counters count them.
  ...keptRows,
  ...keptCounters.map(({ table, column, value, where = 'true', reads }) => {
    const isWrong = `${where} AND c.${column} IS DISTINCT FROM ${value}`;
    return {
      name: `${table}.${column}`,
      find: `SELECT FROM ${table} c WHERE ${isWrong}`,
      mend: [`UPDATE ${table} c SET ${column} = ${value} WHERE ${isWrong}`],
      tables: [...new Set([table, ...reads])],
    };
  }),
];

/** What differs at this moment, under way or not: nothing that a request does is seen half done. */
export function findDrift(url: string): Promise<Drift[]> {
  return withConnection(url, async (client) => {
    const drifts: Drift[] = [];
    for (const { name, find } of checks) {
      const rows = await countRows(client, find);
      if (rows > 0) drifts.push({ name, rows });
    }
    return drifts;
  });
}

/**
 * Sets right what differs from the rows it follows from, and tells what that was. Writes wait only
 * for what there is to mend.
 */
export function repair(url: string): Promise<Drift[]> {
  return withConnection(url, async (client) => {
    const mended: Drift[] = [];
    for (const check of checks) {
      if ((await countRows(client, check.find)) === 0) continue;
      const rows = await mend(client, check);
      if (rows > 0) mended.push({ name: check.name, rows });
    }
    return mended;
  });
}

/** Looks again when nobody can write any more: what was counted before may have changed. */
async function mend(client: pg.Client, { find, mend: statements, tables }: Check): Promise<number> {
  await client.query('BEGIN');
  try {
    await client.query(`LOCK TABLE ${tables.join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
    const rows = await countRows(client, find);
    for (const statement of statements) await client.query(statement);
    await client.query('COMMIT');
    return rows;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function countRows(client: pg.Client, query: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (${query}) AS found`,
  );
  return rows[0]?.count ?? 0;
}
