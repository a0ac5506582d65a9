import { LRUCache } from 'lru-cache';
import { keyCacheOptions } from './counters.ts';
import type { Count, Counter, Now } from './counters.ts';

interface Lease {
  available: number;
  /** Points that the shared counter had left at the last renewal. */
  remaining: number;
  endsAt: number;
}

/**
 * Leases several points of a shared counter at a time and consumes them from memory, so that most
 * requests need no query. An exhausted limit is rejected from memory until its window ends. Unused
 * leased points are not available to other servers, nor to this one after a restart, so only limits
 * with short windows use leases.
 */
export function createLeases(counter: Counter, size: number, now: Now): Counter {
  const leases = new LRUCache<string, Lease>(keyCacheOptions);
  const renewals = new Map<string, Promise<void>>();

  function findLease(key: string): Lease | undefined {
    const lease = leases.get(key);
    return lease !== undefined && lease.endsAt > now() ? lease : undefined;
  }

  /** Adds at least `needed` points to the lease, or records that the shared counter has fewer left. */
  async function renew(key: string, needed: number): Promise<void> {
    let points = Math.max(size, needed);
    let count = await counter.consume(key, points);
    // Near the end of the limit, all points that are left are enough.
    while (!count.isGranted && count.remaining >= needed && count.remaining < points) {
      points = count.remaining;
      count = await counter.consume(key, points);
    }
    const { isGranted, remaining, endsAt } = count;
    const current = leases.get(key);
    const lease = current?.endsAt === endsAt ? current : { available: 0, remaining, endsAt };
    if (isGranted) lease.available += points;
    lease.remaining = remaining;
    leases.set(key, lease);
  }

  /** Concurrent requests share one renewal. */
  function renewOnce(key: string, needed: number): Promise<void> {
    const running = renewals.get(key);
    if (running !== undefined) return running;
    const renewal = renew(key, needed).finally(() => renewals.delete(key));
    renewals.set(key, renewal);
    return renewal;
  }

  return {
    async consume(key, points) {
      let lease = findLease(key);
      while (lease === undefined || needsRenewal(lease, points)) {
        await renewOnce(key, points - (lease?.available ?? 0));
        lease = findLease(key);
      }
      return take(lease, points);
    },
  };
}

/** The lease has too few points, but the shared counter may have them. */
function needsRenewal({ available, remaining }: Lease, points: number): boolean {
  return available < points && available + remaining >= points;
}

function take(lease: Lease, points: number): Count {
  let isRefundable = lease.available >= points;
  const isGranted = isRefundable;
  if (isGranted) lease.available -= points;
  return {
    isGranted,
    remaining: lease.available + lease.remaining,
    endsAt: lease.endsAt,
    refund() {
      // A refund after the window changes a lease that is not used any more.
      if (isRefundable) lease.available += points;
      isRefundable = false;
      return Promise.resolve();
    },
  };
}
