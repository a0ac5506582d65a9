import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../embedded/index.ts';
import { migrate } from '../migrate.ts';
import { openRunDirectory } from './run-directory.ts';

export interface TestDatabases {
  /** The migrated template that `cloneDatabase` copies. Do not connect to it. */
  templateUrl: string;
  /** The path for `copyMigratedDatabase`, deleted by `stop`. */
  preparedDirectory: string;
  stop: () => Promise<void>;
}

/** Starts a temporary PostgreSQL server with a migrated template, for one test run. */
export async function startTestDatabases(): Promise<TestDatabases> {
  const run = openRunDirectory();
  const dataDir = join(run.directory, 'databases');
  mkdirSync(dataDir, { mode: 0o755 });
  const log = () => undefined;
  const database = await startEmbeddedPostgres({ dataDir, log, durability: 'throw-away' });
  const stop = async () => {
    await database.stop();
    run[Symbol.dispose]();
  };
  try {
    await migrate(database.url, { log });
  } catch (error) {
    await stop();
    throw error;
  }
  return { templateUrl: database.url, preparedDirectory: join(run.directory, 'prepared'), stop };
}
