import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedPostgres } from '@skein/db/embedded';
import { migrate } from '@skein/db/migrate';
import { readLandmarks, seedVolume, type VolumeLandmarks } from '@skein/db/seed/volume';
import { guardDirectory } from '@skein/db/testing';
import pg from 'pg';
import type { Checkout } from './checkout.ts';

/** A seeded database. Runs work on copies. */
export interface Volume {
  landmarks: VolumeLandmarks;
  /** Replaces the database of this name by a copy of the seeded one and returns its address. */
  copy: (name: string) => Promise<string>;
}

export interface VolumeDatabase extends Volume {
  dataDirectory: string;
  serverVersion: string;
  /** The size of the seeded database, with its indexes. */
  bytes: number;
  /** The seeded database for another commit, or one that the commit has seeded itself if its migrations differ. */
  openFor(checkout: Checkout): Promise<Volume>;
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
    const volume = await toVolume(server.url, options);
    return {
      ...volume,
      dataDirectory,
      serverVersion: version,
      bytes,
      openFor: async (checkout) =>
        (await hasItsMigrations(server.url, checkout))
          ? volume
          : toVolume(
              await seedWith(checkout, { url: server.url, dataDirectory }, options),
              options,
            ),
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

/** The address for the superuser of the embedded PostgreSQL. */
export function toSuperuserUrl(databaseUrl: string, dataDirectory: string): string {
  const url = new URL(databaseUrl);
  url.username = 'skein';
  url.password = readFileSync(path.join(dataDirectory, 'postgres/password'), 'utf8').trim();
  return url.href;
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

async function toVolume(
  url: string,
  { users, log }: Pick<VolumeDatabaseOptions, 'users' | 'log'>,
): Promise<Volume> {
  return {
    landmarks: await readLandmarks(url, users),
    copy: (name) => copyDatabase(url, name, log),
  };
}

/** Whether a commit can migrate the seeded database. */
async function hasItsMigrations(url: string, { directory }: Checkout): Promise<boolean> {
  const migrations = new Set(readdirSync(path.join(directory, 'prisma/migrations')));
  const applied = await queryDatabase<{ name: string }>(
    url,
    'SELECT migration_name AS name FROM _prisma_migrations',
  );
  return applied.every(({ name }) => migrations.has(name));
}

/** Seeds a database with the code of another commit, and keeps it for the next comparison. Returns the address. */
async function seedWith(
  { directory, commit }: Checkout,
  { url, dataDirectory }: { url: string; dataDirectory: string },
  { users, threads, seed, log }: VolumeDatabaseOptions,
): Promise<string> {
  const name = `bench_seed_${commit}`;
  const found = await queryDatabase(url, 'SELECT FROM pg_database WHERE datname = $1', [name]);
  const seededUrl = nameDatabase(url, name);
  if (found.length > 0) return seededUrl;
  log(`Seeding a database with ${commit}, whose migrations differ.`);
  const superuserUrl = toSuperuserUrl(url, dataDirectory);
  // Earlier seeds turn triggers off by it.
  await queryDatabase(superuserUrl, 'GRANT SET ON PARAMETER session_replication_role TO PUBLIC');
  const partUrl = await createDatabase(url, `${name}_part`);
  const { migrate: migrateOther } = (await import(path.join(directory, 'prisma/migrate.ts'))) as {
    migrate: typeof migrate;
  };
  const { seedVolume: seedOther } = (await import(
    path.join(directory, 'prisma/seed/volume/index.ts')
  )) as { seedVolume: typeof seedVolume };
  await migrateOther(partUrl, { log });
  // Earlier commits say `people`.
  const size = { users, people: users, threads, seed };
  await seedOther({ ...size, log, databaseUrl: partUrl, now: new Date() });
  await queryDatabase(
    nameDatabase(url, 'postgres'),
    `ALTER DATABASE ${name}_part RENAME TO ${name}`,
  );
  return seededUrl;
}

async function copyDatabase(
  url: string,
  name: string,
  log: (line: string) => void,
): Promise<string> {
  log(`Copying the database to ${name}.`);
  const template = new URL(url).pathname.slice(1);
  // Copies the files instead of writing all pages to the WAL.
  return createDatabase(url, name, `TEMPLATE ${template} STRATEGY file_copy`);
}

/** Replaces a database of this name. Returns the address. */
async function createDatabase(url: string, name: string, options = ''): Promise<string> {
  const server = nameDatabase(url, 'postgres');
  await queryDatabase(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await queryDatabase(server, `CREATE DATABASE ${name} ${options}`);
  return nameDatabase(url, name);
}

function nameDatabase(url: string, name: string): string {
  const named = new URL(url);
  named.pathname = `/${name}`;
  return named.href;
}
