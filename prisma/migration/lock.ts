import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { MigrationError } from './errors.ts';

// Any number that nobody else uses in this database: "skein" in ASCII.
const lockKey = '495572280686';
const pollMs = 200;

/**
 * Waits until no other instance migrates this database. The lock is the connection's: it ends
 * with it, however the process ends. It is asked for again and again rather than waited for,
 * since a waiting statement would hold up what needs all older ones gone, such as
 * CREATE INDEX CONCURRENTLY.
 */
export async function lockMigrations(client: pg.ClientBase, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await tryLock(client))) {
    if (performance.now() > deadline) {
      throw new MigrationError(
        `Another Skein has been migrating this database for ${Math.round(timeoutMs / 1000)} s: wait until it is done, and start again.`,
      );
    }
    await sleep(pollMs);
  }
}

async function tryLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_lock($1) AS locked',
    [lockKey],
  );
  return rows[0]?.locked === true;
}
