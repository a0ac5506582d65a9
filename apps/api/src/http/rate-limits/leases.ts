import { LRUCache } from 'lru-cache';
import type { Count, Counter } from './counters.ts';

const keysMax = 50_000;

interface Lease {
  left: number;
  /** Of the shared counter, without what is left of the lease. */
  remaining: number;
  /** On the clock of `performance.now()`. */
  endsAt: number;
}

/**
 * Takes some from a shared counter at a time and hands them out one by one, so that counting costs
 * a request next to nothing. Somebody whose limit is used up is refused from memory until it ends.
 * Several servers may each keep back a few that the others could have had.
 */
export function createLeases(counter: Counter, size: number): Counter {
  const leases = new LRUCache<string, Lease>({ max: keysMax });
  const renewals = new Map<string, Promise<Lease>>();

  async function renew(key: string): Promise<Lease> {
    const { granted, remaining, resetMs } = await counter.consume(key, size);
    const lease = { left: granted, remaining, endsAt: performance.now() + resetMs };
    leases.set(key, lease);
    return lease;
  }

  /** Those who come at once share one renewal. */
  function renewOnce(key: string): Promise<Lease> {
    const running = renewals.get(key);
    if (running !== undefined) return running;
    const renewal = renew(key).finally(() => renewals.delete(key));
    renewals.set(key, renewal);
    return renewal;
  }

  return {
    async consume(key) {
      let lease = leases.get(key);
      while (lease === undefined || mayBeRenewed(lease)) {
        lease = await renewOnce(key);
        if (lease.left === 0 && lease.remaining === 0) break;
      }
      return takeOne(lease);
    },
    refund: (key, points) => counter.refund(key, points),
  };
}

/** Its time is over, or it is used up while there is more. */
function mayBeRenewed({ left, remaining, endsAt }: Lease): boolean {
  return performance.now() >= endsAt || (left === 0 && remaining > 0);
}

function takeOne(lease: Lease): Count {
  const granted = Math.min(1, lease.left);
  lease.left -= granted;
  const resetMs = Math.max(0, lease.endsAt - performance.now());
  return { granted, remaining: lease.left + lease.remaining, resetMs };
}
