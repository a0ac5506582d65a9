import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres } from '@skein/db/embedded';
import { migrate } from '@skein/db/migrate';
import { readLandmarks, seedVolume, type VolumeLandmarks } from '@skein/db/seed/volume';
import pg from 'pg';

export interface VolumeDatabase {
  /** A copy for this run, replaced by the next run. */
  url: string;
  dataDirectory: string;
  serverVersion: string;
  landmarks: VolumeLandmarks;
  stop(): Promise<void>;
}

export interface VolumeDatabaseOptions {
  people: number;
  threads: number;
  seed: number;
  dataDirectory: string | undefined;
  log: (line: string) => void;
}

const benchDirectory = path.join(import.meta.dirname, '..');
const migrationsDirectory = path.join(benchDirectory, '../prisma/migrations');
const runDatabase = 'bench_run';

/** Starts the seeded PostgreSQL, seeds it on first use and returns a new copy of the database. */
export async function openVolumeDatabase(options: VolumeDatabaseOptions): Promise<VolumeDatabase> {
  const size = `${options.people}-${options.threads}-${options.seed}`;
  const dataDirectory = path.resolve(
    options.dataDirectory ?? path.join(benchDirectory, '.data', size),
  );
  mkdirSync(dataDirectory, { recursive: true });
  const marker = path.join(dataDirectory, 'volume.json');
  requireSameVolume(marker, describeVolume(options));
  const server = await startEmbeddedPostgres({
    dataDir: dataDirectory,
    log: options.log,
    canCreateDatabases: true,
  });
  try {
    if (!existsSync(marker)) {
      await migrate(server.url, { log: options.log });
      await seedVolume({ ...options, databaseUrl: server.url, now: new Date() });
      writeFileSync(marker, describeVolume(options));
    }
    const landmarks = await readLandmarks(server.url, options.people);
    options.log('Copying the database for this run.');
    const url = await copyDatabase(server.url);
    const serverVersion = await readServerVersion(url);
    return { url, dataDirectory, serverVersion, landmarks, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Inputs that determine a seeded database. */
function describeVolume({ people, threads, seed }: VolumeDatabaseOptions): string {
  const migrations = readdirSync(migrationsDirectory).toSorted();
  return `${JSON.stringify({ people, threads, seed, migrations }, null, 2)}\n`;
}

function requireSameVolume(marker: string, volume: string): void {
  if (!existsSync(marker) || readFileSync(marker, 'utf8') === volume) return;
  throw new Error(
    `The database in ${path.dirname(marker)} was seeded in another size or before a migration: remove that folder, and the next run seeds it anew.`,
  );
}

async function copyDatabase(url: string): Promise<string> {
  const source = new URL(url);
  const target = new URL(url);
  const template = source.pathname.slice(1);
  target.pathname = `/${runDatabase}`;
  source.pathname = '/postgres';
  await withClient(source.href, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${runDatabase} WITH (FORCE)`);
    // Copies the files instead of writing all pages to the WAL.
    await client.query(`CREATE DATABASE ${runDatabase} TEMPLATE ${template} STRATEGY file_copy`);
  });
  return target.href;
}

function readServerVersion(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    return rows[0]?.server_version ?? '';
  });
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
