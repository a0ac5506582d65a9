import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase } from '@skein/db';
import type { Database } from '@skein/db';
import { startEmbeddedPostgres } from '@skein/db/embedded';
import { copyMigratedDatabase } from '@skein/db/testing';
import type {} from '@skein/db/testing/global-setup';
import { inject, vi } from 'vitest';

/** A PostgreSQL server with a migrated database and production durability that belongs to one test, which may kill it. */
export interface TestPostgres {
  url: string;
  /** For checks; it reconnects automatically. */
  database: Database;
  /** For other files of the test; deleted with the server. */
  directory: string;
  /** Stops the server like `pg_ctl stop -m immediate`. It restarts within seconds. */
  kill(): void;
  /** Waits until it accepts connections again. */
  untilAvailable(): Promise<void>;
  close(): Promise<void>;
}

export async function startTestPostgres(): Promise<TestPostgres> {
  const directory = await mkdtemp(path.join(tmpdir(), 'skein-own-'));
  // The database runs as another user when this runs as root.
  await chmod(directory, 0o755);
  await copyMigratedDatabase(inject('preparedDirectory'), directory);
  const postgres = await startEmbeddedPostgres({ dataDir: directory, log: () => undefined });
  const database = createDatabase({ url: postgres.url, poolSize: 2, onError: () => undefined });
  const pidFile = path.join(directory, 'postgres', 'cluster', 'postmaster.pid');
  const readPid = () => readFileSync(pidFile, 'utf8').split('\n', 1)[0];
  let killedPid: string | undefined;
  return {
    url: postgres.url,
    database,
    directory,
    kill() {
      killedPid = readPid();
      process.kill(Number(killedPid), 'SIGQUIT');
    },
    async untilAvailable() {
      const check = async () => {
        // The killed process still accepts connections for a moment.
        if (readPid() === killedPid) throw new Error('The killed process is still running.');
        await database.$queryRaw`SELECT`;
      };
      await vi.waitFor(check, { timeout: 60_000, interval: 20 });
    },
    async close() {
      await database.$disconnect();
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
