import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { MigrationError } from './errors.ts';

// A number that is unique in this database: "skein" in ASCII.
const lockKey = '495572280686';
const pollMs = 200;

/**
 * Waits until no other process migrates this database. The lock belongs to the connection and ends with
 * it. Polls instead of waiting in a statement, because a waiting statement would block operations that
 * wait for all older ones, such as CREATE INDEX CONCURRENTLY.
 */
export async function lockMigrations(client: pg.ClientBase, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await tryLock(client))) {
    if (performance.now() > deadline) {
      throw new MigrationError(
        `Another Skein has been migrating this database for ${Math.round(timeoutMs / 1000)} s: wait until it has finished, and start again.`,
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
