import { dayMs } from '../../../platform/clock.ts';

const daysCount = 7;

/** Counts the times (in milliseconds) on each of the last 7 days (UTC), today last. */
export function countDays(times: readonly number[], now: Date): number[] {
  const today = Math.floor(now.getTime() / dayMs);
  const days = Array.from({ length: daysCount }, () => 0);
  for (const time of times) {
    const index = daysCount - 1 - (today - Math.floor(time / dayMs));
    const count = days[index];
    if (count !== undefined) days[index] = count + 1;
  }
  return days;
}
