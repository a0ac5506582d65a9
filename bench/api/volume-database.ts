import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres } from '@skein/db/embedded';
import { migrate } from '@skein/db/migrate';
import { readLandmarks, seedVolume, type VolumeLandmarks } from '@skein/db/seed/volume';
import { guardDirectory } from '@skein/db/testing';
import pg from 'pg';

export interface VolumeDatabase {
  dataDirectory: string;
  serverVersion: string;
  landmarks: VolumeLandmarks;
  /** The size of the seeded database, with its indexes. */
  bytes: number;
  /** Replaces the database of this name by a copy of the seeded one and returns its address. */
  copy(name: string): Promise<string>;
  stop(): Promise<void>;
}

export interface VolumeDatabaseOptions {
  users: number;
  threads: number;
  seed: number;
  dataDirectory: string | undefined;
  log: (line: string) => void;
}

const benchDirectory = path.join(import.meta.dirname, '..');

/** Starts the seeded PostgreSQL, and seeds it on first use. Runs work on copies. */
export async function openVolumeDatabase(options: VolumeDatabaseOptions): Promise<VolumeDatabase> {
  const { users, threads, seed, log } = options;
  const dataDirectory = path.resolve(
    options.dataDirectory ?? path.join(benchDirectory, '.data', `${users}-${threads}-${seed}`),
  );
  mkdirSync(dataDirectory, { recursive: true });
  const marker = path.join(dataDirectory, 'volume.json');
  requireSameVolume(marker, { threads, seed });
  const endGuard = guardDirectory(dataDirectory);
  const server = await startEmbeddedPostgres({
    dataDir: dataDirectory,
    log,
    canCreateDatabases: true,
  });
  try {
    if (!existsSync(marker)) {
      await migrate(server.url, { log });
      await seedVolume({
        users,
        threads,
        seed,
        log,
        databaseUrl: server.url,
        now: new Date(),
      });
      writeFileSync(marker, `${JSON.stringify({ users, threads, seed }, null, 2)}\n`);
    }
    const found = await queryDatabase<{ users: number; version: string; bytes: number }>(
      server.url,
      `SELECT count(*)::int AS users, current_setting('server_version') AS version,
        pg_database_size(current_database())::float8 AS bytes FROM users`,
    );
    const [{ users: count, version, bytes } = { users: 0, version: '', bytes: 0 }] = found;
    if (count !== users) throw new Error(describeMismatch(dataDirectory, `${count} users`));
    return {
      dataDirectory,
      serverVersion: version,
      bytes,
      landmarks: await readLandmarks(server.url, users),
      copy: (name) => copyDatabase(server.url, name, log),
      async stop() {
        await server.stop();
        endGuard();
      },
    };
  } catch (error) {
    await server.stop();
    endGuard();
    throw error;
  }
}

/** Runs one statement on a connection of its own. */
export async function queryDatabase<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, [...parameters])).rows;
  } finally {
    await client.end();
  }
}

function requireSameVolume(marker: string, wanted: { threads: number; seed: number }): void {
  if (!existsSync(marker)) return;
  const found = JSON.parse(readFileSync(marker, 'utf8')) as { threads: number; seed: number };
  if (found.threads === wanted.threads && found.seed === wanted.seed) return;
  const size = `${found.threads} threads (seed ${found.seed})`;
  throw new Error(describeMismatch(path.dirname(marker), size));
}

function describeMismatch(directory: string, found: string): string {
  return `The database in ${directory} has ${found}. Choose the same size, or remove the folder to seed it again.`;
}

async function copyDatabase(
  url: string,
  name: string,
  log: (line: string) => void,
): Promise<string> {
  log(`Copying the database to ${name}.`);
  const source = new URL(url);
  const target = new URL(url);
  const template = source.pathname.slice(1);
  target.pathname = `/${name}`;
  source.pathname = '/postgres';
  await queryDatabase(source.href, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  // Copies the files instead of writing all pages to the WAL.
  await queryDatabase(
    source.href,
    `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`,
  );
  return target.href;
}
