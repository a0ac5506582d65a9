import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { withConnection } from '../connection.ts';
import { repair } from '../repair.ts';
import { cloneDatabase, findCounterDrift } from '../testing/index.ts';
import type { TestDatabase } from '../testing/index.ts';
import type {} from '../testing/global-setup.ts';
import { query } from './support/query.ts';

/** More than one range of a table scan. */
const tagsCount = 20_600;

let database: TestDatabase;

beforeEach(async () => {
  database = await cloneDatabase(inject('templateUrl'));
  // No thread uses these hashtags, so each count is wrong.
  await query(
    database.url,
    `INSERT INTO hashtags (id, tag, threads_count)
     SELECT gen_random_uuid(), 'tag' || n, 1 FROM generate_series(1, ${tagsCount}) n`,
  );
});
afterEach(() => database.drop());

test('repairs rows in small batches', async () => {
  await query(
    database.url,
    `CREATE TABLE changes (count int NOT NULL);
     CREATE FUNCTION record_change() RETURNS trigger LANGUAGE plpgsql AS
     'BEGIN INSERT INTO changes SELECT count(*) FROM changed; RETURN NULL; END';
     CREATE TRIGGER changes AFTER UPDATE ON hashtags REFERENCING NEW TABLE AS changed
     FOR EACH STATEMENT EXECUTE FUNCTION record_change();`,
  );
  const name = 'hashtags.threads_count';
  expect(await findCounterDrift(database.url)).toEqual([`${name}: ${tagsCount} rows`]);
  expect(await repair(database.url)).toEqual([{ name, rows: tagsCount }]);
  const changes = await query(
    database.url,
    'SELECT max(count)::int AS most, sum(count)::int AS all FROM changes',
  );
  expect(changes).toEqual([{ most: 500, all: tagsCount }]);
  expect(await findCounterDrift(database.url)).toEqual([]);
});

test('waits for a locked row without blocking other rows', async () => {
  await withConnection(database.url, async (writer) => {
    await writer.query('BEGIN');
    await writer.query(`UPDATE hashtags SET threads_count = 0 WHERE tag = 'tag7'`);
    const repaired = repair(database.url);
    await vi.waitFor(async () => {
      const waiting = await query(
        database.url,
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(waiting).toHaveLength(1);
    }, 10_000);
    await query(
      database.url,
      `SET lock_timeout = 1000; INSERT INTO hashtags (id, tag) VALUES (gen_random_uuid(), 'new')`,
    );
    await writer.query('COMMIT');
    expect(await repaired).toEqual([{ name: 'hashtags.threads_count', rows: tagsCount - 1 }]);
  });
});
