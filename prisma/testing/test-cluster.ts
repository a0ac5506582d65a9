import { readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { destroyAbandoned, startEmbeddedPostgres } from '../embedded/index.ts';
import { migrate } from '../migrate.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

export interface TestDatabases {
  /** The migrated template that `cloneDatabase` copies; nobody else may connect to it. */
  templateUrl: string;
  stop: () => Promise<void>;
}

const directoryPrefix = 'skein-test-';

/** A throw-away PostgreSQL with a migrated template in it, for one run of a test suite. */
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
  return { templateUrl: database.url, stop };
}

// A test run that was killed leaves its server running and its directory full.
async function removeLeftovers(): Promise<void> {
  const names = readdirSync(tmpdir()).filter((name) => name.startsWith(directoryPrefix));
  for (const name of names) {
    const creator = Number(/^skein-test-(\d+)-/.exec(name)?.[1]);
    // Another user's leftovers are that user's to remove.
    await destroyAbandoned(join(tmpdir(), name), creator).catch(() => undefined);
  }
}
