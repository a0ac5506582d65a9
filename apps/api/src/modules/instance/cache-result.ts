import type { Clock } from '../../platform/clock.ts';

/** Reads at most once in `maxAgeMs`. A failed read is repeated by the next call. */
export function cacheResult<Result>(
  clock: Clock,
  maxAgeMs: number,
  read: (now: Date) => Promise<Result>,
): () => Promise<Result> {
  let latest: { at: number; result: Promise<Result> } | undefined;
  return () => {
    const now = clock.now();
    const at = now.getTime();
    if (latest === undefined || at - latest.at >= maxAgeMs) {
      const current = { at, result: read(now) };
      latest = current;
      current.result.catch(() => {
        if (latest === current) latest = undefined;
      });
    }
    return latest.result;
  };
}
