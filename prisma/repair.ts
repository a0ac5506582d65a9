import type pg from 'pg';
import { withConnection } from './connection.ts';
import type { Check, Place } from './counters/check.ts';
import { keptCounters } from './counters/kept-counters.ts';
import { keptRows } from './counters/kept-rows.ts';

/** Something kept in the database that differed from the rows it follows from. */
export interface Drift {
  /** Such as `threads.likes_count`. */
  name: string;
  rows: number;
}

/** So many rows are looked at in one statement, which thereby is a short one. */
const rangeSize = 20_000;
/** Rows that are held at once while what is wrong with them is mended. */
const heldMax = 500;

const lowestId = '00000000-0000-0000-0000-000000000000';
const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

// Rows first, as counters count them.
const checks = [...keptRows, ...keptCounters];

/** What differs at this moment, under way or not: nothing that a request does is seen half done. */
export function findDrift(url: string): Promise<Drift[]> {
  return withConnection(url, (client) =>
    collect(client, (_check, keys) => Promise.resolve(keys.length)),
  );
}

/**
 * Sets right what differs from the rows it follows from, and tells what that was. Writes wait only
 * for the few rows that are being mended.
 */
export function repair(url: string): Promise<Drift[]> {
  return withConnection(url, (client) =>
    collect(client, async (check, keys) => {
      let rows = 0;
      for (let from = 0; from < keys.length; from += heldMax) {
        rows += await mend(client, check, keys.slice(from, from + heldMax));
      }
      return rows;
    }),
  );
}

type Treat = (check: Check, keys: readonly string[]) => Promise<number>;

/** Walks through each table, once for all neighbouring checks of it, and adds up what was treated. */
async function collect(client: pg.Client, treat: Treat): Promise<Drift[]> {
  const drifts = new Map(checks.map(({ name }) => [name, 0]));
  for (const walk of groupByWalk()) {
    for await (const range of listRanges(client, walk.place)) {
      for (const check of walk.checks) {
        const keys = await find(client, check, range);
        if (keys.length === 0) continue;
        drifts.set(check.name, (drifts.get(check.name) ?? 0) + (await treat(check, keys)));
      }
    }
  }
  return [...drifts].flatMap(([name, rows]) => (rows > 0 ? [{ name, rows }] : []));
}

interface Walk {
  place: Place;
  checks: Check[];
}

function groupByWalk(): Walk[] {
  const walks: Walk[] = [];
  for (const check of checks) {
    const last = walks.at(-1);
    if (last?.place.table === check.walked.table) last.checks.push(check);
    else walks.push({ place: check.walked, checks: [check] });
  }
  return walks;
}

interface Range {
  after: string;
  upTo: string;
}

/** All ids there can be, in ranges of so many rows. */
async function* listRanges(client: pg.Client, { table, column }: Place): AsyncGenerator<Range> {
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

/** Gives how many of them were wrong still, now that nobody else can change them. */
async function mend(client: pg.Client, check: Check, keys: readonly string[]): Promise<number> {
  const { table, column } = check.locked;
  await client.query('BEGIN');
  try {
    for (const lock of check.lockedBefore ?? []) await client.query(lock, [keys]);
    await client.query(
      `SELECT FROM ${table} WHERE ${column} = ANY ($1::uuid[]) ORDER BY ${column} FOR NO KEY UPDATE`,
      [keys],
    );
    let changed = 0;
    for (const statement of check.mend) {
      changed += (await client.query(statement, [keys])).rowCount ?? 0;
    }
    if (check.mendEach !== undefined) {
      for (const key of keys.toSorted()) {
        changed += (await client.query(check.mendEach, [key])).rowCount ?? 0;
      }
    }
    await client.query('COMMIT');
    return Math.min(changed, keys.length);
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
