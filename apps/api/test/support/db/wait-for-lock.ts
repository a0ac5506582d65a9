import type { Database } from '@skein/db';
import { vi } from 'vitest';

/** Waits until statements are blocked by locks. */
export async function untilLockWait(database: Database, count = 1): Promise<void> {
  await vi.waitUntil(
    async () => {
      const waiting = await database.$queryRaw<unknown[]>`
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return waiting.length >= count;
    },
    { timeout: 4000, interval: 20 },
  );
}
