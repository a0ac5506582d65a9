import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase } from '@skein/db';
import type { Database } from '@skein/db';
import { startEmbeddedPostgres } from '@skein/db/embedded';
import { vi } from 'vitest';

/** A PostgreSQL that a test may kill: with the usual durable settings, and nobody else's. */
export interface TestPostgres {
  url: string;
  /** To look into it; its connections mend by themselves. */
  database: Database;
  /** For whatever else the test keeps; gone with the database. */
  directory: string;
  /** As `pg_ctl stop -m immediate`; it is started again within seconds. */
  kill(): void;
  /** Waits until it takes connections again. */
  untilAvailable(): Promise<void>;
  close(): Promise<void>;
}

export async function startTestPostgres(): Promise<TestPostgres> {
  const directory = await mkdtemp(path.join(tmpdir(), 'skein-own-'));
  // The database runs as another user when this runs as root.
  await chmod(directory, 0o755);
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
      const look = async () => {
        // It answers for a moment more.
        if (readPid() === killedPid) throw new Error('The killed one has yet to end.');
        await database.$queryRaw`SELECT`;
      };
      await vi.waitFor(look, { timeout: 60_000, interval: 20 });
    },
    async close() {
      await database.$disconnect();
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
