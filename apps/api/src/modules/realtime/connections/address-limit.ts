import { addressKey } from '../../../platform/rate-limits/rate-limits.ts';
import { RateLimitedError } from '../../../platform/errors.ts';

const retryAfterSeconds = 30;

/** Limits the number of open streams per address. */
export function createAddressLimit(max: number) {
  const counts = new Map<string, number>();
  return {
    /**
     * Returns a function that releases the slot.
     * @throws RateLimitedError when the limit is reached
     */
    acquire: (address: string | undefined): (() => void) => {
      const key = addressKey(address);
      const count = counts.get(key) ?? 0;
      if (count >= max) throw new RateLimitedError({ retryAfterSeconds });
      counts.set(key, count + 1);
      return () => {
        const remaining = (counts.get(key) ?? 1) - 1;
        if (remaining === 0) counts.delete(key);
        else counts.set(key, remaining);
      };
    },
  };
}
