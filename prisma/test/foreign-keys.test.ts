import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { cloneDatabase } from '../testing/index.ts';
import type { TestDatabase } from '../testing/index.ts';
import type {} from '../testing/global-setup.ts';
import { query } from './support/query.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await cloneDatabase(inject('templateUrl'));
});
afterAll(() => database.drop());

/**
 * Foreign keys without an index that begins with their columns: deleting a referenced row would scan
 * the whole table. A partial index suffices if it excludes only NULL.
 */
const withoutIndex = `
  SELECT key.conrelid::regclass || '(' || columns.names || ')' AS key
  FROM pg_constraint key
    CROSS JOIN LATERAL (
      SELECT string_agg(attname, ', ') AS names, '(' || min(attname) || ' IS NOT NULL)' AS is_set
      FROM pg_attribute WHERE attrelid = key.conrelid AND attnum = ANY (key.conkey)
    ) columns
  WHERE key.contype = 'f' AND NOT EXISTS (
    SELECT FROM pg_index index
    WHERE index.indrelid = key.conrelid AND index.indisvalid
      AND (index.indpred IS NULL
        OR pg_get_expr(index.indpred, index.indrelid) = columns.is_set)
      AND (index.indkey::int2[])[0:cardinality(key.conkey) - 1] @> key.conkey
  )
  ORDER BY 1`;

test('every foreign key has an index', async () => {
  const [total] = await query(
    database.url,
    `SELECT count(*)::int AS keys FROM pg_constraint WHERE contype = 'f'`,
  );
  expect(total?.['keys']).toBeGreaterThan(40);
  expect(await query(database.url, withoutIndex)).toEqual([]);
});

test('a foreign key without an index is detected', async () => {
  await query(
    database.url,
    `CREATE TABLE moods (user_id uuid REFERENCES users, thread_id uuid REFERENCES threads, level int);
     CREATE INDEX ON moods (level, user_id);
     CREATE INDEX ON moods (thread_id) WHERE level > 0;`,
  );
  expect(await query(database.url, withoutIndex)).toEqual([
    { key: 'moods(thread_id)' },
    { key: 'moods(user_id)' },
  ]);
});
