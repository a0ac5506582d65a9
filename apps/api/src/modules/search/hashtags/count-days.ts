const dayMs = 24 * 60 * 60 * 1000;
const daysCount = 7;

/** How many of some moments (in milliseconds) lie in each of the last days (UTC), today last. */
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
