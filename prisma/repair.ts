import type pg from 'pg';
import { withConnection } from './connection.ts';
import type { Check, TableColumn } from './counters/check.ts';
import { denormalizedCounters } from './counters/denormalized-counters.ts';
import { derivedRows } from './counters/derived-rows.ts';

/** Denormalized data that differed from its source rows. */
export interface Drift {
  /** For example `threads.likes_count`. */
  name: string;
  rows: number;
}

/** Rows scanned by one statement, to keep it short. */
const rangeSize = 20_000;
/** Rows locked at once during a repair. */
const lockedMax = 500;

const lowestId = '00000000-0000-0000-0000-000000000000';
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

// Rows first, because counters count them.
const checks = [...derivedRows, ...denormalizedCounters];

/** Finds deviations. Concurrent requests cause none, because transactions are atomic. */
export function findDrift(url: string): Promise<Drift[]> {
  return withConnection(url, (client) =>
    collect(client, (_check, keys) => Promise.resolve(keys.length)),
  );
}

/**
 * Repairs denormalized data and returns the deviations. Writes wait only for the few rows being
 * repaired.
 */
export function repair(url: string): Promise<Drift[]> {
  return withConnection(url, (client) =>
    collect(client, async (check, keys) => {
      let rows = 0;
      for (let from = 0; from < keys.length; from += lockedMax) {
        rows += await repairRows(client, check, keys.slice(from, from + lockedMax));
      }
      return rows;
    }),
  );
}

/** Rebuilds the indexes of all tables, without blocking reads and writes, and returns the number of tables. */
export function reindex(url: string): Promise<number> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name
       FROM pg_tables WHERE schemaname = current_schema() ORDER BY name`,
    );
    for (const { name } of rows) await client.query(`REINDEX TABLE CONCURRENTLY ${name}`);
    return rows.length;
  });
}

type HandleDrift = (check: Check, keys: readonly string[]) => Promise<number>;

/** Scans each table once for all consecutive checks of it and sums the handled rows. */
async function collect(client: pg.Client, handle: HandleDrift): Promise<Drift[]> {
  const drifts = new Map(checks.map(({ name }) => [name, 0]));
  for (const scan of groupByScan()) {
    for await (const range of listRanges(client, scan.column)) {
      for (const check of scan.checks) {
        const keys = await find(client, check, range);
        if (keys.length === 0) continue;
        drifts.set(check.name, (drifts.get(check.name) ?? 0) + (await handle(check, keys)));
      }
    }
  }
  return [...drifts].flatMap(([name, rows]) => (rows > 0 ? [{ name, rows }] : []));
}

interface Scan {
  column: TableColumn;
  checks: Check[];
}

function groupByScan(): Scan[] {
  const scans: Scan[] = [];
  for (const check of checks) {
    const last = scans.at(-1);
    if (last?.column.table === check.scanned.table) last.checks.push(check);
    else scans.push({ column: check.scanned, checks: [check] });
  }
  return scans;
}

interface Range {
  after: string;
  upTo: string;
}

/** The whole id space in ranges of `rangeSize` rows. */
async function* listRanges(
  client: pg.Client,
  { table, column }: TableColumn,
): AsyncGenerator<Range> {
  let after = lowestId;
  while (after !== highestId) {
    const { rows } = await client.query<{ id: string }>(
      `SELECT ${column} AS id FROM ${table} WHERE ${column} > $1
       ORDER BY ${column} OFFSET ${rangeSize - 1} LIMIT 1`,
      [after],
    );
    const upTo = rows[0]?.id ?? highestId;
    yield { after, upTo };
    after = upTo;
  }
}

async function find(client: pg.Client, check: Check, { after, upTo }: Range): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(check.find, [after, upTo]);
  return rows.map(({ key }) => key);
}

/** Locks the rows, repairs those that still deviate and returns their number. */
async function repairRows(
  client: pg.Client,
  check: Check,
  keys: readonly string[],
): Promise<number> {
  const { table, column } = check.locked;
  await client.query('BEGIN');
  try {
    for (const lock of check.lockedBefore ?? []) await client.query(lock, [keys]);
    await client.query(
      `SELECT FROM ${table} WHERE ${column} = ANY ($1::uuid[]) ORDER BY ${column} FOR NO KEY UPDATE`,
      [keys],
    );
    let changed = 0;
    for (const statement of check.repair) {
      changed += (await client.query(statement, [keys])).rowCount ?? 0;
    }
    if (check.repairEach !== undefined) {
      for (const key of keys.toSorted()) {
        changed += (await client.query(check.repairEach, [key])).rowCount ?? 0;
      }
    }
    await client.query('COMMIT');
    return Math.min(changed, keys.length);
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
