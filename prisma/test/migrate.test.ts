import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { withConnection } from '../connection.ts';
import { migrate, MigrationError } from '../migrate.ts';
import { withEngine } from '../migration/engine.ts';
import { migrationsDirectory, readMigrations } from '../migration/files.ts';
import { cloneDatabase, prepareExampleUpgrade, type TestDatabase } from '../testing/index.ts';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import { query } from './support/query.ts';
import { startScript } from './support/run-script.ts';

const first = {
  name: '20260101000000_first',
  sql: "CREATE TABLE first (note text DEFAULT 'a;b');",
};
const second = { name: '20260102000000_second', sql: 'CREATE TABLE second (n integer);' };

const waitingLocks =
  'SELECT count(*)::integer FROM pg_locks WHERE NOT granted AND relation IS NOT NULL';

let directory: string;
let empty: TestDatabase;

beforeEach(async () => {
  directory = makeTemporaryDirectory('skein-migrations-');
  writeFileSync(join(directory, 'migration_lock.toml'), 'provider = "postgresql"\n');
  // PostgreSQL's own empty template instead of the migrated one.
  const template = new URL(inject('templateUrl'));
  template.pathname = '/template1';
  empty = await cloneDatabase(template.href);
});

afterEach(async () => {
  rmSync(directory, { recursive: true });
  await empty.drop();
});

function write(...migrations: { name: string; sql: string }[]): void {
  for (const { name, sql } of migrations) {
    mkdirSync(join(directory, name), { recursive: true });
    writeFileSync(join(directory, name, 'migration.sql'), sql);
  }
}

function run(): Promise<string[]> {
  return migrate(empty.url, { directory, log: () => undefined });
}

function tables() {
  return query<{ name: string }>(
    empty.url,
    `SELECT tablename AS name FROM pg_tables
     WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY tablename`,
  );
}

describe('a database for one language', () => {
  test.each([
    ["ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'"],
    ["ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C'"],
    ["ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'"],
  ])('is rejected with the statement for another one: %s', async (options) => {
    const name = `narrow_${randomUUID().replaceAll('-', '')}`;
    await query(empty.url, `CREATE DATABASE ${name} TEMPLATE template0 ${options}`);
    const url = new URL(empty.url);
    url.pathname = `/${name}`;
    const error = await migrate(url.href, { log: () => undefined }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(MigrationError);
    const statement = /CREATE DATABASE .*;$/.exec(String(error))?.[0] ?? '';
    await query(empty.url, `DROP DATABASE ${name}`);
    await query(empty.url, statement);
    expect(await migrate(url.href, { log: () => undefined })).not.toEqual([]);
    await query(empty.url, `DROP DATABASE ${name}`);
  });
});

describe('migrate', () => {
  test('applies pending migrations once, oldest first', async () => {
    write(first);
    expect(await run()).toEqual([first.name]);
    expect(await run()).toEqual([]);
    write(second);
    expect(await run()).toEqual([second.name]);
    expect(await tables()).toEqual([{ name: 'first' }, { name: 'second' }]);
  });

  test('logs one line for a new database and one per migration for an existing one', async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    write(first);
    await migrate(empty.url, { directory, log });
    write(second);
    await migrate(empty.url, { directory, log });
    expect(lines).toEqual([
      'Created the tables of the database. Migrations applied: 1.',
      `Applied migration ${second.name}.`,
    ]);
  });

  test('ignores Windows line endings', async () => {
    write({ ...first, sql: 'CREATE TABLE first (\n  n integer\n);\n' });
    await run();
    write({ ...first, sql: 'CREATE TABLE first (\r\n  n integer\r\n);\r\n' });
    expect(await run()).toEqual([]);
  });

  test('lets one of three simultaneous processes migrate', async () => {
    const scripts = await Promise.all(
      [1, 2, 3].map(() => startScript('migrate-once.ts', [empty.url])),
    );
    const applied = scripts.map(({ firstLine }): unknown => JSON.parse(firstLine));
    const all = readMigrations(migrationsDirectory).map(({ name }) => name);
    expect(applied.filter((names) => JSON.stringify(names) === '[]')).toHaveLength(2);
    expect(applied).toContainEqual(all);
  });

  test('lets the process exit after it has finished', async () => {
    const script = await startScript('migrate-once.ts', [empty.url]);
    if (script.process.exitCode === null) await once(script.process, 'exit');
    expect(script.process.exitCode).toBe(0);
  });

  test('applies the next release, with an index that is created without a transaction', async () => {
    const { directory: next, names, remove } = prepareExampleUpgrade();
    onTestFinished(remove);
    const { url, drop } = await cloneDatabase(inject('templateUrl'));
    onTestFinished(drop);
    expect(await migrate(url, { directory: next, log: () => undefined })).toEqual(names);
    const index = "'threads_example_mood_idx'::regclass";
    const rows = await query(url, `SELECT indisvalid FROM pg_index WHERE indexrelid = ${index}`);
    expect(rows).toEqual([{ indisvalid: true }]);
    await expect(migrate(url, { log: () => undefined })).rejects.toThrow('newer than this version');
  });

  test('waits for a long query without blocking other readers', async () => {
    write(first);
    await run();
    write({ name: second.name, sql: 'ALTER TABLE first ADD COLUMN later text;' });
    await withConnection(empty.url, async (reader) => {
      await reader.query('BEGIN');
      await reader.query('SELECT FROM first');
      const migrating = run();
      for (let turn = 0; turn < 3; turn += 1) {
        await expect.poll(() => query(empty.url, waitingLocks)).toEqual([{ count: 1 }]);
        // A blocked reader would wait for the end of the transaction, which ends after it.
        await query(empty.url, 'SELECT FROM first');
      }
      await reader.query('COMMIT');
      expect(await migrating).toEqual([second.name]);
    });
  });

  test('gives up waiting for a process that migrates for too long', async () => {
    write(first);
    await withConnection(empty.url, async (lockHolder) => {
      await lockHolder.query('SELECT pg_advisory_lock(495572280686)');
      const attempt = migrate(empty.url, { directory, log: () => undefined, lockTimeoutMs: 500 });
      await expect(attempt).rejects.toThrow(/has been migrating this database for/);
    });
  });

  test('rejects an edited migration', async () => {
    write(first);
    await run();
    write({ ...first, sql: `${first.sql} -- edited` }, second);
    await expect(run()).rejects.toThrow(MigrationError);
    await expect(run()).rejects.toThrow(`Migration ${first.name} was edited`);
    expect(await tables()).toEqual([{ name: 'first' }]);
  });

  test('rejects a database that is newer than the code', async () => {
    write(first, second);
    await run();
    rmSync(join(directory, second.name), { recursive: true });
    await expect(run()).rejects.toThrow(`does not contain migration ${second.name}`);
  });

  test('rejects a database with other tables', async () => {
    write(first);
    await query(empty.url, 'CREATE TABLE somebody_elses (n integer)');
    await expect(run()).rejects.toThrow('give Skein an empty database');
  });
});

describe('a migration that fails', () => {
  const broken = {
    name: '20260103000000_broken',
    sql: `CREATE TABLE half (n integer);
      CREATE FUNCTION one() RETURNS integer LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END $$;
      CREATE TABLE half (n integer);`,
  };

  test('is rolled back and reported at each start until the operator decides', async () => {
    write(first, broken);
    const message = `Migration ${broken.name} did not finish (relation "half" already exists)`;
    await expect(run()).rejects.toThrow(message);
    await expect(run()).rejects.toThrow(message);
    await expect(run()).rejects.toThrow(`pnpm --filter @skein/db migration:retry ${broken.name}`);
    expect(await tables()).toEqual([{ name: 'first' }]);
  });

  test('is applied again after it was fixed and marked', async () => {
    write(broken);
    await expect(run()).rejects.toThrow(MigrationError);
    write({ ...broken, sql: 'CREATE TABLE half (n integer);' });
    await withEngine(empty.url, (engine) =>
      engine.markMigrationRolledBack({ migrationName: broken.name }),
    );
    expect(await run()).toEqual([broken.name]);
    expect(await run()).toEqual([]);
  });

  test('is unfinished if its process was killed', async () => {
    write(first);
    await run();
    await query(empty.url, 'UPDATE _prisma_migrations SET finished_at = NULL');
    await expect(run()).rejects.toThrow(`Migration ${first.name} did not finish: undo`);
  });
});

describe('conversations of the previous release', () => {
  const [ada, eva, pair, group] = [1, 2, 3, 4].map(
    (n) => `00000000-0000-7000-8000-00000000000${n}`,
  );

  test('get a kind, the key of their pair and both members', async () => {
    const names = readMigrations(migrationsDirectory).map(({ name }) => name);
    const only = new Set(names.filter((name) => !name.includes('_conversation_')));
    await migrate(empty.url, { log: () => undefined, only });
    await query(
      empty.url,
      `INSERT INTO users (id, email, username, name, password_hash)
       SELECT id::uuid, id, 'user' || n, 'Somebody', '-'
       FROM unnest('{${ada},${eva}}'::text[]) WITH ORDINALITY AS named (id, n);
       INSERT INTO conversations (id) VALUES ('${group}');
       INSERT INTO conversations (id, lower_id, upper_id) VALUES ('${pair}', '${ada}', '${eva}');
       INSERT INTO conversation_members (conversation_id, user_id) VALUES ('${pair}', '${eva}')`,
    );
    await migrate(empty.url, { log: () => undefined });
    const rows = `
      SELECT kind::text, pair_key, (SELECT count(*)::int FROM conversation_members WHERE conversation_id = c.id) AS members
      FROM conversations c ORDER BY id`;
    expect(await query(empty.url, rows)).toEqual([
      { kind: 'direct', pair_key: `${ada}:${eva}`, members: 2 },
      { kind: 'group', pair_key: null, members: 0 },
    ]);
  });
});
