import type { DayInsights } from '@skein/contracts/moderation';
import type { Database } from '@skein/db';
import type { Clock } from '../../platform/clock.ts';
import {
  addResponseTimes,
  countDay,
  listDays,
  listUncountedDays,
} from './daily-stats.repository.ts';
import { getQuantile } from './response-times.ts';
import type { ResponseTimeCounter } from './response-times.ts';

interface Dependencies {
  database: Database;
  clock: Clock;
}

/** Updates the numbers of today and of days that ended since. For one server. */
export async function countDays({ database, clock }: Dependencies): Promise<void> {
  const now = clock.now();
  for (const day of await listUncountedDays(database, now)) await countDay(database, day, now);
}

/** Saves the response times of this server. */
export async function saveResponseTimes(
  { database, clock }: Dependencies,
  counter: ResponseTimeCounter,
): Promise<void> {
  const times = counter.take();
  try {
    await addResponseTimes(database, times, clock.now());
  } catch (error) {
    counter.putBack(times);
    throw error;
  }
}

/** The last days, the earliest first and today last. */
export async function readInsights(
  { database, clock }: Dependencies,
  days: number,
): Promise<DayInsights[]> {
  const rows = await listDays(database, days, clock.now());
  return rows.map(({ responseTimes, ...row }) => ({
    ...row,
    requests: responseTimes.reduce((sum, { requests }) => sum + requests, 0),
    medianMs: getQuantile(responseTimes, 0.5),
    p95Ms: getQuantile(responseTimes, 0.95),
  }));
}
