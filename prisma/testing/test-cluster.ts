import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { destroyAbandoned, startEmbeddedPostgres } from '../embedded/index.ts';
import { migrate } from '../migrate.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

export interface TestDatabases {
  /** The migrated template that `cloneDatabase` copies. Do not connect to it. */
  templateUrl: string;
  /** The path for `copyMigratedDatabase`, deleted by `stop`. */
  preparedDirectory: string;
  stop: () => Promise<void>;
}

const directoryPrefix = 'skein-test-';

/** Starts a temporary PostgreSQL server with a migrated template, for one test run. */
export async function startTestDatabases(): Promise<TestDatabases> {
  await removeLeftovers();
  const dataDir = makeTemporaryDirectory(`${directoryPrefix}${process.pid}-`);
  const database = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    durability: 'throw-away',
  });
  const stop = async () => {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await migrate(database.url, { log: () => undefined });
  } catch (error) {
    await stop();
    throw error;
  }
  return { templateUrl: database.url, preparedDirectory: join(dataDir, 'prepared'), stop };
}

// A killed test run leaves its server and its directory.
async function removeLeftovers(): Promise<void> {
  const names = readdirSync(tmpdir()).filter((name) => name.startsWith(directoryPrefix));
  for (const name of names) {
    const creator = Number(/^skein-test-(\d+)-/.exec(name)?.[1]);
    // Leave those of other users.
    await destroyAbandoned(join(tmpdir(), name), creator).catch(() => undefined);
  }
}
