import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/index.ts';
import { getLayout } from '../embedded/layout.ts';
import { readProcess } from '../embedded/process-info.ts';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import { query } from './support/query.ts';
import { kill, startScript } from './support/run-script.ts';

let dataDir: string;
let running: EmbeddedPostgres | undefined;
let log: string[];

let template: string;

beforeAll(async () => {
  template = makeTemporaryDirectory('skein-embedded-');
  const database = await startEmbeddedPostgres({ dataDir: template, log: () => undefined });
  await database.stop();
});

afterAll(() => {
  rmSync(template, { recursive: true, force: true });
});

// Copying a cluster is faster than creating one. cp preserves the owner, fs.cp does not.
beforeEach(() => {
  dataDir = makeTemporaryDirectory('skein-embedded-');
  execFileSync('cp', ['-a', `${template}/.`, dataDir]);
  log = [];
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  running = await startEmbeddedPostgres({ dataDir, log: (line) => log.push(line) });
  return running;
}

/** The URL of the superuser, with which Skein only prepares the database. */
function superuserUrl(url: string): string {
  const target = new URL(url);
  target.username = 'skein';
  target.password = readFileSync(getLayout(dataDir).password, 'utf8');
  return target.href;
}

async function isBusy(url: string): Promise<boolean> {
  const sessions = await query(
    url,
    "SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'DO %'",
  );
  return sessions.length > 0;
}

function postmasterPid(): number {
  const file = join(getLayout(dataDir).cluster, 'postmaster.pid');
  return Number(readFileSync(file, 'utf8').split('\n').at(0));
}

describe('embedded PostgreSQL', () => {
  test('keeps its data, password and port across a restart', async () => {
    const { url, stop } = await start();
    await query(url, 'CREATE TABLE notes (n integer)');
    await stop();
    await stop();
    expect((await start()).url).toBe(url);
    expect(await query(url, 'SELECT * FROM notes')).toEqual([]);
  });

  test('is version 18 in UTF-8 with checksums and accepts only local connections with a password', async () => {
    const { url } = await start();
    const settings = await query<{ name: string; setting: string }>(
      superuserUrl(url),
      `SELECT name, setting FROM pg_settings WHERE name IN
       ('server_encoding', 'data_checksums', 'listen_addresses', 'unix_socket_directories', 'fsync')
       ORDER BY name`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      data_checksums: 'on',
      fsync: 'on',
      listen_addresses: '127.0.0.1',
      server_encoding: 'UTF8',
      unix_socket_directories: '',
    });
    const withWrongPassword = new URL(url);
    withWrongPassword.password = 'guessed';
    await expect(query(withWrongPassword.href, 'SELECT 1')).rejects.toThrow(/password/);
    expect(statSync(getLayout(dataDir).password).mode & 0o777).toBe(0o600);
    expect(await query(url, "SELECT lower('ÄÉЖ') AS lower, 'a' < 'B' AS ordered")).toEqual([
      { lower: 'äéж', ordered: false },
    ]);
  });

  test('uses another port if its own is taken', async () => {
    const { url, stop } = await start();
    await stop();
    const port = Number(new URL(url).port);
    const otherServer = createServer().listen(port, '127.0.0.1');
    try {
      expect(new URL((await start()).url).port).not.toBe(String(port));
    } finally {
      otherServer.close();
    }
  });

  test('rejects a second process on the same data directory and keeps running', async () => {
    const { url } = await start();
    await expect(startEmbeddedPostgres({ dataDir, log: () => undefined })).rejects.toThrow(
      `Another Skein (process ${process.pid}) is using this data directory`,
    );
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('reports why it does not start', async () => {
    await (await start()).stop();
    writeFileSync(join(getLayout(dataDir).cluster, 'postgresql.local.conf'), 'work_mem = many\n');
    await expect(start()).rejects.toThrow(/did not start.*work_mem/);
    expect(existsSync(getLayout(dataDir).ownerLock)).toBe(false);
  });

  test('rejects a cluster of another version', async () => {
    await (await start()).stop();
    writeFileSync(join(getLayout(dataDir).cluster, 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(/was created by PostgreSQL 17/);
  });
});

test('starts and recovers in a directory whose name contains shell characters', async () => {
  const unusualPath = join(dataDir, `it's a "$HOME" \\new\\ $(exit 1) \`exit 2\``);
  const script = await startScript('run-database.ts', [unusualPath]);
  await query(script.firstLine, 'CREATE TABLE notes (n integer)');
  await kill(script);
  running = await startEmbeddedPostgres({ dataDir: unusualPath, log: (line) => log.push(line) });
  expect(await query(running.url, 'SELECT * FROM notes')).toEqual([]);
  expect(log).toEqual([expect.stringContaining('restarting its PostgreSQL server')]);
  expect(readdirSync(getLayout(unusualPath).logs)).not.toEqual([]);
});

test('a server that dies while Skein runs is restarted on the same port', async () => {
  const { url, stop } = await start();
  await query(url, 'CREATE TABLE notes (n integer)');
  process.kill(postmasterPid(), 'SIGKILL');
  await expect.poll(() => query(url, 'SELECT * FROM notes').catch(String)).toEqual([]);
  expect(log[0]).toContain('exited unexpectedly');
  await stop();
  await expect(query(url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
});

test('running out of file descriptors ends neither Skein nor its server', async () => {
  const script = await startScript('run-out-of-files.ts', [dataDir], { openFilesMax: 256 });
  expect(script.firstLine).toBe('[{"one":1}]');
});

describe('after a crash', () => {
  test('restarts a server that outlived its killed process, with all committed data', async () => {
    const script = await startScript('run-database.ts', [dataDir]);
    await query(script.firstLine, 'CREATE TABLE notes (n integer)');
    const orphan = postmasterPid();
    await kill(script);
    expect(readProcess(orphan)).toBeDefined();

    const { url } = await start();
    expect(url).toBe(script.firstLine);
    expect(postmasterPid()).not.toBe(orphan);
    expect(await query(url, 'SELECT * FROM notes')).toEqual([]);
    expect(log).toEqual([expect.stringContaining('restarting its PostgreSQL server')]);
  });

  test('recovers a killed server', async () => {
    const script = await startScript('run-database.ts', [dataDir]);
    await query(script.firstLine, 'CREATE TABLE notes (n integer)');
    process.kill(postmasterPid(), 'SIGKILL');
    await kill(script);
    expect(await query((await start()).url, 'SELECT * FROM notes')).toEqual([]);
    expect(log).toEqual([expect.stringContaining('recovering')]);
  });

  test('waits for a session that outlived its killed server', async () => {
    const script = await startScript('run-database.ts', [dataDir]);
    const busyForSeconds = 3;
    const session = query(
      script.firstLine,
      `DO $$ BEGIN WHILE clock_timestamp() < now() + interval '${busyForSeconds} s' LOOP END LOOP; END $$`,
    );
    await expect.poll(() => isBusy(script.firstLine)).toBe(true);
    process.kill(postmasterPid(), 'SIGKILL');
    await kill(script);
    expect(await query((await start()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await session.catch(() => undefined);
  });

  test('ignores pid files and locks of dead processes, even if their pids were reused', async () => {
    await (await start()).stop();
    const { cluster, ownerLock } = getLayout(dataDir);
    // After a power failure both pids may belong to another program, such as this test.
    writeFileSync(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n`);
    writeFileSync(
      ownerLock,
      JSON.stringify({ pid: process.pid, startMark: 'before the power cut' }),
    );
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(log).toEqual([expect.stringContaining('recovering')]);
  });

  test('recreates an incomplete cluster', async () => {
    await (await start()).stop();
    const { cluster, clusterDraft } = getLayout(dataDir);
    rmSync(cluster, { recursive: true });
    writeFileSync(clusterDraft, 'initdb was killed');
    expect(await query((await start()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('the application role', () => {
  test('owns the database and has no server privileges', async () => {
    const { url } = await start();
    const roles = await query(
      url,
      `SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
         pg_get_userbyid(datdba) = current_user AS is_owner
       FROM pg_roles, pg_database
       WHERE rolname = current_user AND datname = current_database()`,
    );
    expect(roles).toEqual([
      {
        rolsuper: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        rolbypassrls: false,
        is_owner: true,
      },
    ]);
    await expect(query(url, "COPY (SELECT 1) TO PROGRAM 'true'")).rejects.toThrow(/permission/);
    expect(statSync(getLayout(dataDir).applicationPassword).mode & 0o777).toBe(0o600);
  });

  test('gets a new password if the password file is lost', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE notes (id int)');
    await first.stop();
    rmSync(getLayout(dataDir).applicationPassword);
    const { url } = await start();
    expect(await query(url, 'SELECT * FROM notes')).toEqual([]);
  });

  test('becomes the owner of a database that was created without it', async () => {
    const first = await start();
    await query(
      superuserUrl(first.url),
      'ALTER DATABASE skein OWNER TO skein; DROP OWNED BY skein_app; DROP ROLE skein_app',
    );
    await first.stop();
    rmSync(getLayout(dataDir).applicationPassword);

    const { url } = await start();
    await query(url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await query(url, 'CREATE EXTENSION pg_trgm; CREATE TABLE notes (id int)');
    expect(await query(url, 'SELECT * FROM notes')).toEqual([]);
  });
});
