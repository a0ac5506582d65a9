import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  destroyAbandoned,
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../embedded/index.ts';
import { layoutOf } from '../embedded/layout.ts';
import { readProcess } from '../embedded/process-info.ts';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import { query } from './support/query.ts';
import { kill, startScript } from './support/run-script.ts';

let dataDir: string;
let running: EmbeddedPostgres | undefined;
let log: string[];

let pristine: string;

beforeAll(async () => {
  pristine = makeTemporaryDirectory('skein-embedded-');
  const database = await startEmbeddedPostgres({ dataDir: pristine, log: () => undefined });
  await database.stop();
});

afterAll(() => {
  rmSync(pristine, { recursive: true, force: true });
});

// A copy (with its owner, which Node.js's own copying loses) is made faster than a new cluster.
beforeEach(() => {
  dataDir = makeTemporaryDirectory('skein-embedded-');
  execFileSync('cp', ['-a', `${pristine}/.`, dataDir]);
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

async function isBusy(url: string): Promise<boolean> {
  const sessions = await query(
    url,
    "SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'DO %'",
  );
  return sessions.length > 0;
}

function postmasterPid(): number {
  const file = join(layoutOf(dataDir).cluster, 'postmaster.pid');
  return Number(readFileSync(file, 'utf8').split('\n').at(0));
}

describe('embedded PostgreSQL', () => {
  test('keeps its data, its password and its port over a restart', async () => {
    const { url, stop } = await start();
    await query(url, 'CREATE TABLE kept (n integer)');
    await stop();
    await stop();
    expect((await start()).url).toBe(url);
    expect(await query(url, 'SELECT * FROM kept')).toEqual([]);
  });

  test('is version 18 in UTF-8 with checksums, on this machine only, behind a password', async () => {
    const { url } = await start();
    const settings = await query<{ name: string; setting: string }>(
      url,
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
    const stranger = new URL(url);
    stranger.password = 'guessed';
    await expect(query(stranger.href, 'SELECT 1')).rejects.toThrow(/password/);
    expect(statSync(layoutOf(dataDir).password).mode & 0o777).toBe(0o600);
    expect(await query(url, "SELECT lower('ÄÉЖ') AS lower, 'a' < 'B' AS ordered")).toEqual([
      { lower: 'äéж', ordered: false },
    ]);
  });

  test('takes another port when its own is taken', async () => {
    const { url, stop } = await start();
    await stop();
    const port = Number(new URL(url).port);
    const squatter = createServer().listen(port, '127.0.0.1');
    try {
      expect(new URL((await start()).url).port).not.toBe(String(port));
    } finally {
      squatter.close();
    }
  });

  test('refuses a second Skein on the same data directory, and goes on', async () => {
    const { url } = await start();
    await expect(startEmbeddedPostgres({ dataDir, log: () => undefined })).rejects.toThrow(
      `Another Skein (process ${process.pid}) is using this data directory`,
    );
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('says why it does not start', async () => {
    await (await start()).stop();
    writeFileSync(join(layoutOf(dataDir).cluster, 'postgresql.local.conf'), 'work_mem = many\n');
    await expect(start()).rejects.toThrow(/did not start.*work_mem/);
    expect(existsSync(layoutOf(dataDir).ownerLock)).toBe(false);
  });

  test('refuses a cluster of another version', async () => {
    await (await start()).stop();
    writeFileSync(join(layoutOf(dataDir).cluster, 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toThrow(/was made by PostgreSQL 17/);
  });
});

test('a server that dies while Skein lives is started again at the same address', async () => {
  const { url, stop } = await start();
  await query(url, 'CREATE TABLE kept (n integer)');
  process.kill(postmasterPid(), 'SIGKILL');
  await expect.poll(() => query(url, 'SELECT * FROM kept').catch(String)).toEqual([]);
  expect(log[0]).toContain('ended by itself and is started again');
  await stop();
  await expect(query(url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
});

test('a while without a free file descriptor ends neither Skein nor its server', async () => {
  const script = await startScript('run-out-of-files.ts', [dataDir], { openFilesMax: 256 });
  expect(script.firstLine).toBe('[{"one":1}]');
});

describe('after a crash', () => {
  test('a server that outlived its killed Skein is restarted, with all that was committed', async () => {
    const script = await startScript('hold-database.ts', [dataDir]);
    await query(script.firstLine, 'CREATE TABLE kept (n integer)');
    const orphan = postmasterPid();
    await kill(script);
    expect(readProcess(orphan)).toBeDefined();

    const { url } = await start();
    expect(url).toBe(script.firstLine);
    expect(postmasterPid()).not.toBe(orphan);
    expect(await query(url, 'SELECT * FROM kept')).toEqual([]);
    expect(log).toEqual([expect.stringContaining('still runs and is restarted')]);
  });

  test('a killed server recovers', async () => {
    const script = await startScript('hold-database.ts', [dataDir]);
    await query(script.firstLine, 'CREATE TABLE kept (n integer)');
    process.kill(postmasterPid(), 'SIGKILL');
    await kill(script);
    expect(await query((await start()).url, 'SELECT * FROM kept')).toEqual([]);
    expect(log).toEqual([expect.stringContaining('it recovers')]);
  });

  test('a session that outlived its killed server is waited for', async () => {
    const script = await startScript('hold-database.ts', [dataDir]);
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

  test('a pid file and a lock of dead processes count for nothing, even when the pids live on', async () => {
    await (await start()).stop();
    const { cluster, ownerLock } = layoutOf(dataDir);
    // After a power cut both pids may belong to any program, such as the one that runs this test.
    writeFileSync(join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n`);
    writeFileSync(
      ownerLock,
      JSON.stringify({ pid: process.pid, startMark: 'before the power cut' }),
    );
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(log).toEqual([expect.stringContaining('it recovers')]);
  });

  test('a half made cluster is made anew', async () => {
    await (await start()).stop();
    const { cluster, clusterDraft } = layoutOf(dataDir);
    rmSync(cluster, { recursive: true });
    writeFileSync(clusterDraft, 'initdb was killed');
    expect(await query((await start()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('what a killed test run left is removed, but nothing of a live one', async () => {
    const script = await startScript('hold-database.ts', [dataDir]);
    const orphan = postmasterPid();
    await destroyAbandoned(dataDir, script.process.pid ?? 0);
    expect(readProcess(orphan)).toBeDefined();
    await kill(script);
    await destroyAbandoned(dataDir, script.process.pid ?? 0);
    expect(readProcess(orphan)).toBeUndefined();
    expect(existsSync(dataDir)).toBe(false);
  });
});
