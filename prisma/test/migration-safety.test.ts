import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrationsDirectory, readMigrations } from '../migration/files.ts';
import { exampleDirectory } from '../testing/example-upgrade.ts';

const run = promisify(execFile);
const squawk = createRequire(import.meta.url).resolve('squawk-cli/js/bin/squawk');
const config = join(import.meta.dirname, '..', '.squawk.toml');

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'skein-safety-'));
});

afterAll(() => rm(directory, { recursive: true }));

/** Reported problems of these scripts, one per line. */
async function listProblems(paths: readonly string[]): Promise<string[]> {
  const args = [squawk, '--config', config, '--reporter', 'gcc', ...paths];
  // Exit code 1 means problems; higher codes mean that the check failed.
  const { stdout } = await run(process.execPath, args).catch((error: unknown) => {
    if (isLintFailure(error)) return error;
    throw error;
  });
  return stdout.split('\n').filter((line) => line.trim() !== '');
}

function isLintFailure(error: unknown): error is { stdout: string } {
  return error instanceof Error && 'code' in error && error.code === 1 && 'stdout' in error;
}

async function findProblems(script: string): Promise<string[]> {
  const path = join(directory, 'migration.sql');
  await writeFile(path, script);
  return listProblems([path]);
}

test.each([
  ['the migrations', migrationsDirectory],
  ['the example of an upgrade', exampleDirectory],
])('%s keep servers of the previous release running', async (_name, source) => {
  const paths = readMigrations(source).map(({ name }) => join(source, name, 'migration.sql'));
  expect(paths).not.toEqual([]);
  expect(await listProblems(paths)).toEqual([]);
});

describe('rejects incompatible changes', () => {
  test.each([
    ['ban-drop-column', 'ALTER TABLE threads DROP COLUMN content;'],
    ['ban-drop-table', 'DROP TABLE threads;'],
    ['renaming-column', 'ALTER TABLE threads RENAME COLUMN content TO text;'],
    ['renaming-table', 'ALTER TABLE threads RENAME TO posts;'],
    ['changing-column-type', 'ALTER TABLE threads ALTER COLUMN content TYPE varchar(9);'],
    ['adding-required-field', 'ALTER TABLE threads ADD COLUMN mood text NOT NULL;'],
    ['adding-not-nullable-field', 'ALTER TABLE threads ALTER COLUMN mood SET NOT NULL;'],
    ['ban-drop-not-null', 'ALTER TABLE threads ALTER COLUMN content DROP NOT NULL;'],
  ])('%s', async (rule, script) => {
    expect(await findProblems(script)).toContainEqual(expect.stringContaining(rule));
  });
});

describe('rejects long locks', () => {
  test.each([
    ['require-concurrent-index-creation', 'CREATE INDEX i ON threads (content);'],
    ['require-concurrent-index-creation', 'CREATE UNIQUE INDEX i ON threads (content);'],
    ['require-concurrent-index-deletion', 'DROP INDEX i;'],
    ['constraint-missing-not-valid', 'ALTER TABLE threads ADD CONSTRAINT c CHECK (level > 0);'],
    ['disallowed-unique-constraint', 'ALTER TABLE threads ADD CONSTRAINT c UNIQUE (content);'],
    [
      'adding-foreign-key-constraint',
      'ALTER TABLE threads ADD CONSTRAINT c FOREIGN KEY (author_id) REFERENCES users (id);',
    ],
    [
      'adding-field-with-default',
      'ALTER TABLE threads ADD COLUMN key uuid NOT NULL DEFAULT gen_random_uuid();',
    ],
  ])('%s', async (rule, script) => {
    expect(await findProblems(script)).toContainEqual(expect.stringContaining(rule));
  });
});

test.each([
  ['a column that older servers need not fill', 'ALTER TABLE threads ADD COLUMN mood text;'],
  ['a column with a default', "ALTER TABLE threads ADD COLUMN mood text NOT NULL DEFAULT 'calm';"],
  ['an index created concurrently', 'CREATE INDEX CONCURRENTLY i ON threads (content);'],
  [
    'a new table with its indexes and constraints',
    `CREATE TABLE moods (name text PRIMARY KEY, level integer NOT NULL);
     CREATE INDEX moods_level_idx ON moods (level);
     ALTER TABLE moods ADD CONSTRAINT moods_check CHECK (level > 0);`,
  ],
  [
    'a constraint that applies to new rows only',
    'ALTER TABLE threads ADD CONSTRAINT c CHECK (level > 0) NOT VALID;',
  ],
  [
    'a column removal that is marked as safe',
    '-- squawk-ignore ban-drop-column\nALTER TABLE threads DROP COLUMN mood;',
  ],
])('accepts %s', async (_name, script) => {
  expect(await findProblems(script)).toEqual([]);
});
