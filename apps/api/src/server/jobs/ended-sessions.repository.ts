import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Ended sessions are kept for this time, to investigate unauthorized access. */
const endedSessionDays = 30;
const batchSize = 1000;

/** Deletes sessions that ended long ago. */
export function createSessionRetention({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /** Returns the number of deleted sessions. */
    deleteEnded: (): Promise<number> => {
      const before = new Date(clock.now().getTime() - endedSessionDays * dayMs);
      return inBatches(
        () => database.$executeRaw`
          DELETE FROM sessions WHERE id IN (
            SELECT id FROM sessions WHERE expires_at < ${before} OR revoked_at < ${before}
            LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
          )`,
      );
    },
  };
}

/** Several short statements hold their locks more briefly than a single long one. */
async function inBatches(deleteBatch: () => Promise<number>): Promise<number> {
  let deleted = 0;
  for (;;) {
    const count = await deleteBatch();
    deleted += count;
    if (count < batchSize) return deleted;
  }
}
