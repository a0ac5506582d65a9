import type { Database } from '@skein/db';
import { vi } from 'vitest';

/** Until a statement waits for what a transaction holds: it has read all that it read before. */
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
