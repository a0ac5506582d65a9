import type { DayInsights } from '@skein/contracts/moderation';
import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import type { MeasuredRequest } from '../../platform/metrics.ts';
import {
  addResponseTimes,
  countDay,
  listDays,
  listUncountedDays,
} from './daily-stats.repository.ts';
import { createResponseTimeCounter, quantileOf } from './response-times.ts';

export type InsightsModule = ReturnType<typeof createInsightsModule>;

/** Numbers of the instance per day, counted by background jobs, so that reading them scans no content. */
export function createInsightsModule({ database, clock }: { database: Database; clock: Clock }) {
  const counter = createResponseTimeCounter();

  return {
    recordRequest: (measured: MeasuredRequest): void => counter.record(measured),

    /** Updates the numbers of today and of days that ended since. For one server. */
    async countDays(): Promise<void> {
      const now = clock.now();
      for (const day of await listUncountedDays(database, now)) await countDay(database, day, now);
    },

    /** Saves the response times of this server. */
    async saveResponseTimes(): Promise<void> {
      const times = counter.take();
      try {
        await addResponseTimes(database, times, clock.now());
      } catch (error) {
        counter.putBack(times);
        throw error;
      }
    },

    read: (days: number): Promise<DayInsights[]> => readInsights(database, days, clock.now()),
  };
}

/** The last days, the earliest first and today last. */
async function readInsights(database: Database, days: number, now: Date): Promise<DayInsights[]> {
  const rows = await listDays(database, days, now);
  return rows.map(({ responseTimes, ...row }) => ({
    ...row,
    requests: responseTimes.reduce((sum, { requests }) => sum + requests, 0),
    medianMs: quantileOf(responseTimes, 0.5),
    p95Ms: quantileOf(responseTimes, 0.95),
  }));
}
