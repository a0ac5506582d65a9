import type { Prisma } from '@skein/db';
import { between, createRandom } from '../random.ts';
import { dayMs } from '../../platform/clock.ts';

const seed = 25;
const days = 90;
const bytesPerDay = 17_500;
/** The share of the requests of a day that take at most this long. */
const requestShares = [
  { boundMs: 5, share: 0.3 },
  { boundMs: 10, share: 0.4 },
  { boundMs: 20, share: 0.2 },
  { boundMs: 50, share: 0.08 },
  { boundMs: 200, share: 0.02 },
];

export interface PlannedInsights {
  dailyStats: Prisma.DailyStatsCreateManyInput[];
  responseTimes: Prisma.DailyResponseTimesCreateManyInput[];
}

/**
 * The numbers of the days before `now` that a server cannot count afterwards: active and leaving users, the
 * size of files, and response times. The instance grows; weekends are quieter.
 */
export function planInsights(now: Date): PlannedInsights {
  const random = createRandom(seed);
  const dailyStats: PlannedInsights['dailyStats'] = [];
  const responseTimes: PlannedInsights['responseTimes'] = [];
  for (let ago = days - 1; ago > 0; ago -= 1) {
    const day = new Date(Math.floor(now.getTime() / dayMs - ago) * dayMs);
    const growth = (days - ago) / days;
    const isWeekend = [0, 6].includes(day.getUTCDay());
    const activeUsers = Math.round(
      (6 + 28 * growth) * between(random, 0.8, 1) * (isWeekend ? 0.8 : 1),
    );
    const leftUsers = random() < 0.04 ? 1 : 0;
    const mediaBytes = BigInt(Math.round((days - ago) * bytesPerDay));
    dailyStats.push({ day, activeUsers, leftUsers, mediaBytes });
    const requests = activeUsers * between(random, 180, 260);
    for (const { boundMs, share } of requestShares) {
      const count = Math.round(requests * share * between(random, 0.6, 1.4));
      responseTimes.push({ day, boundMs, requests: BigInt(count) });
    }
  }
  return { dailyStats, responseTimes };
}
