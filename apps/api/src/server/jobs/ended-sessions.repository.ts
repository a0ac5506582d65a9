import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Sessions stay a while after their end: "where you were signed in" may be asked about. */
const endedSessionDays = 30;
const batchSize = 1000;

/** Sessions that are of no use any more. */
export function createSessionRetention({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /** Gives how many were removed. */
    removeEnded: (): Promise<number> => {
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

/** Many short statements rather than a long one: none of them holds anybody up. */
async function inBatches(remove: () => Promise<number>): Promise<number> {
  let removed = 0;
  for (;;) {
    const count = await remove();
    removed += count;
    if (count < batchSize) return removed;
  }
}
