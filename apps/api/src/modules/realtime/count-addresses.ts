import { addressKey } from '../../http/rate-limits/rate-limits.ts';
import { RateLimitedError } from '../../platform/errors.ts';

const retryAfterSeconds = 30;

/** Counts what is open for each address. */
export function createAddressCounts(max: number) {
  const counts = new Map<string, number>();
  return {
    /**
     * Returns what gives the place back.
     * @throws RateLimitedError when too many are taken
     */
    take: (address: string | undefined): (() => void) => {
      const key = addressKey(address);
      const count = counts.get(key) ?? 0;
      if (count >= max) throw new RateLimitedError({ retryAfterSeconds });
      counts.set(key, count + 1);
      return () => {
        const left = (counts.get(key) ?? 1) - 1;
        if (left === 0) counts.delete(key);
        else counts.set(key, left);
      };
    },
  };
}
