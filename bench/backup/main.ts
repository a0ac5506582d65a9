import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@skein/db/embedded';
import { migrate } from '@skein/db/migrate';
import { seedVolume } from '@skein/db/seed/volume';
import { openRunDirectory } from '@skein/db/testing';
import pg from 'pg';

const cliFile = fileURLToPath(new URL('../../apps/api/src/cli/main.ts', import.meta.url));
const threads = Number(process.argv[2] ?? 100_000);
/** Typical sizes of a WebP image and its variants. */
const bytesByName = {
  'original.webp': 60_000,
  '1280.webp': 40_000,
  '640.webp': 15_000,
  '320.webp': 5_000,
};
const writersCount = 32;

/**
 * `node bench/backup/main.ts [threads]`: measures backup and restore of a volume seed with a file for
 * each media row and variant, with the embedded database and local files. Prints seconds.
 */
using run = openRunDirectory();
const root = run.directory;
await measure();

async function measure(): Promise<void> {
  const [source, target] = [path.join(root, 'source'), path.join(root, 'target')];
  const file = path.join(root, 'backup.tar');
  const files = await fill(source);
  const backupSeconds = await time(['backup', file], source);
  const { size } = await stat(file);
  const restoreSeconds = await time(['restore', file], target);
  console.log({
    threads,
    files,
    archiveMegabytes: Math.round(size / 1e6),
    backupSeconds,
    restoreSeconds,
  });
}

/** Returns the number of files written. */
async function fill(dataDir: string): Promise<number> {
  const database = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  try {
    await migrate(database.url, { log: () => undefined });
    await seedVolume({
      databaseUrl: database.url,
      users: Math.max(50, Math.round(threads / 100)),
      threads,
      seed: 1,
      now: new Date(),
      log: () => undefined,
    });
    const keys = await listKeys(database.url);
    await Promise.all(Array.from({ length: writersCount }, () => writeFiles(dataDir, keys)));
    return keys.written * Object.keys(bytesByName).length;
  } finally {
    await database.stop();
  }
}

interface Keys {
  remaining: string[];
  written: number;
}

async function listKeys(url: string): Promise<Keys> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ key: string }>('SELECT storage_key AS key FROM media');
  await client.end();
  return { remaining: rows.map(({ key }) => key), written: 0 };
}

async function writeFiles(dataDir: string, keys: Keys): Promise<void> {
  for (let key = keys.remaining.pop(); key !== undefined; key = keys.remaining.pop()) {
    const folder = path.join(dataDir, 'media', key.slice(0, 2), key);
    await mkdir(folder, { recursive: true });
    for (const [name, bytes] of Object.entries(bytesByName)) {
      await writeFile(path.join(folder, name), Buffer.alloc(bytes, `${key}${name}`));
    }
    keys.written += 1;
  }
}

async function time(args: readonly string[], dataDirectory: string): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [cliFile, ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDirectory },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${args[0]} exited with ${code}`);
  return Math.round((performance.now() - start) / 100) / 10;
}
