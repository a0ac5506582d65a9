import type { DiffTarget } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { withEngine } from '../migration/engine.ts';
import {
  migrationsDirectory,
  readMigrations,
  readSchema,
  schemaDirectory,
  toMigrationList,
} from '../migration/files.ts';
import { cloneDatabase, type TestDatabase } from '../testing/index.ts';
import { query } from './support/query.ts';

const schema = readSchema(schemaDirectory);
const targets = {
  schema: { tag: 'schemaDatamodel', ...schema },
  migrations: {
    tag: 'migrations',
    ...toMigrationList(migrationsDirectory, readMigrations(migrationsDirectory)),
  },
  database: { tag: 'schemaDatasource', ...schema, configDir: schemaDirectory },
} satisfies Record<string, DiffTarget>;

let database: TestDatabase;

beforeAll(async () => {
  database = await cloneDatabase(inject('templateUrl'));
});

afterAll(() => database.drop());

describe('schema/, migrations/ and the live database agree', () => {
  test.each([
    ['migrations', 'schema'],
    ['schema', 'migrations'],
    ['database', 'schema'],
    ['schema', 'database'],
  ] as const)('there is no difference from %s to %s', async (from, to) => {
    const { stdout, exitCode } = await withEngine(database.url, (engine) =>
      engine.diff({
        from: targets[from],
        to: targets[to],
        script: true,
        exitCode: true,
        filters: { externalTables: [], externalEnums: [] },
      }),
    );
    expect(exitCode === 0 ? null : stdout).toBeNull();
  });

  // Prisma does not know these objects, so this list protects them: review each changed line before you run
  // vitest with --update.
  test('objects that only the migrations define are unchanged', async () => {
    const lines = await query<{ line: string }>(database.url, unseenByPrisma);
    await expect(`${lines.map(({ line }) => line).join('\n')}\n`).toMatchFileSnapshot(
      'unseen-by-prisma.txt',
    );
  });
});

const unseenByPrisma = `
  SELECT format('check %s: %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS line
  FROM pg_constraint
  WHERE contype IN ('c', 'x') AND connamespace = 'public'::regnamespace
  UNION ALL
  SELECT 'index ' || pg_get_indexdef(indexrelid)
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  WHERE relnamespace = 'public'::regnamespace AND (
    indpred IS NOT NULL OR indexprs IS NOT NULL OR indnatts > indnkeyatts OR indnullsnotdistinct
    OR EXISTS (
      SELECT FROM unnest(indclass) AS class JOIN pg_opclass ON pg_opclass.oid = class
      WHERE NOT opcdefault
    )
  )
  UNION ALL
  SELECT format('options %s: %s', oid::regclass, array_to_string(reloptions, ', '))
  FROM pg_class WHERE relnamespace = 'public'::regnamespace AND reloptions IS NOT NULL
  UNION ALL
  SELECT 'trigger ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL
  SELECT 'function ' || oid::regprocedure FROM pg_proc AS proc
  WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS (
    SELECT FROM pg_depend WHERE objid = proc.oid AND deptype = 'e'
  )
  UNION ALL
  SELECT 'extension ' || extname FROM pg_extension WHERE extname <> 'plpgsql'
  ORDER BY line`;
