import { Prisma } from '@skein/db';
import type { Database } from '@skein/db';
import { dayMs } from '../../platform/clock.ts';
import type { Clock } from '../../platform/clock.ts';

const { sql } = Prisma;

/** Ended sessions are kept for this time at most, to investigate unauthorized access. */
const endedSessionDays = 30;
/** Sessions of apps do not expire, but those that nobody uses end. */
const unusedAppSessionDays = 365;
const batchSize = 1000;

/** Deletes sessions that ended long ago, and those of apps that have not been used for a year. */
export function createSessionRetention({
  database,
  clock,
  readAddressDays,
}: {
  database: Database;
  clock: Clock;
  /** The days for which IP addresses are kept, which ended sessions contain. */
  readAddressDays: () => number;
}) {
  return {
    /** Returns the number of deleted sessions. */
    deleteEnded: (): Promise<number> => {
      const daysAgo = (days: number) => new Date(clock.now().getTime() - days * dayMs);
      const before = daysAgo(Math.min(endedSessionDays, readAddressDays()));
      return inBatches(() =>
        database.execute(sql`
          DELETE FROM sessions WHERE id = ANY (ARRAY(
            SELECT id FROM sessions WHERE expires_at < ${before} OR revoked_at < ${before}
              OR (kind = 'app' AND last_seen_at < ${daysAgo(unusedAppSessionDays)})
            LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`),
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
