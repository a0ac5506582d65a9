import { LRUCache } from 'lru-cache';
import type { Count, Counter } from './counters.ts';

const keysMax = 50_000;

interface Lease {
  available: number;
  /** Points of the shared counter, without those of the lease. */
  remaining: number;
  /** On the clock of `performance.now()`. */
  endsAt: number;
}

/**
 * Leases several points of a shared counter at a time and consumes them from memory, so that most
 * requests need no query. An exhausted limit is rejected from memory until its window ends. Unused
 * leased points are not available to other servers, nor to this one after a restart.
 */
export function createLeases(counter: Counter, size: number): Counter {
  const leases = new LRUCache<string, Lease>({ max: keysMax });
  const renewals = new Map<string, Promise<Lease>>();

  async function renew(key: string): Promise<Lease> {
    const { granted, remaining, resetMs } = await counter.consume(key, size);
    const lease = { available: granted, remaining, endsAt: performance.now() + resetMs };
    leases.set(key, lease);
    return lease;
  }

  /** Concurrent requests share one renewal. */
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
      while (lease === undefined || needsRenewal(lease)) {
        lease = await renewOnce(key);
        if (lease.available === 0 && lease.remaining === 0) break;
      }
      return consumeOne(lease);
    },
    async refund(key, points = 1) {
      const lease = leases.get(key);
      if (lease === undefined || performance.now() >= lease.endsAt) {
        await counter.refund(key, points);
      } else {
        lease.available += points;
      }
    },
  };
}

/** The window has ended, or the lease is used up while the shared counter has points left. */
function needsRenewal({ available, remaining, endsAt }: Lease): boolean {
  return performance.now() >= endsAt || (available === 0 && remaining > 0);
}

function consumeOne(lease: Lease): Count {
  const granted = Math.min(1, lease.available);
  lease.available -= granted;
  const resetMs = Math.max(0, lease.endsAt - performance.now());
  return { granted, remaining: lease.available + lease.remaining, resetMs };
}
