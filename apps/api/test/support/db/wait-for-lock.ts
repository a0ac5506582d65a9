import type { Database } from '@skein/db';
import { vi } from 'vitest';

/** Waits until a statement is blocked by a lock. */
export async function untilLockWait(database: Database): Promise<void> {
  await vi.waitUntil(
    async () => {
      const waiting = await database.$queryRaw<unknown[]>`
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return waiting.length > 0;
    },
    { timeout: 4000, interval: 20 },
  );
}
