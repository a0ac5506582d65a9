import type { RateLimitRule } from '../config/rate-limit-rules.ts';

/** The state of a counter after points were requested. */
export interface Count {
  /** False if fewer points were available. Then none was consumed. */
  isGranted: boolean;
  remaining: number;
  /** The end of the window, in milliseconds since 1970. */
  endsAt: number;
  /** Returns the points once, unless their window has ended. */
  refund: () => Promise<void>;
}

/** Counts the points of each key in fixed windows. A window begins with the first point. */
export interface Counter {
  /** Consumes all points or none. */
  consume(key: string, points: number): Promise<Count>;
}

/** The number of points per window of `seconds`. */
export type WindowRule = Pick<RateLimitRule, 'max' | 'seconds'>;

/** Returns milliseconds since 1970. */
export type Now = () => number;

/**
 * Options of a cache by key. It keeps the most recently used keys. With `max` instead of `maxSize`, each
 * cache would allocate the memory of all its entries when it is created.
 */
export const keyCacheOptions = { maxSize: 50_000, sizeCalculation: () => 1 };

/** Stores the counters that all servers share. */
export interface CounterStore {
  createCounter(name: string, rule: WindowRule): Counter;
  stop(): Promise<void>;
}

/** The result of a request to the store. */
export interface StoredCount {
  isGranted: boolean;
  used: number;
  endsAt: number;
}

/** @param takeBack decreases the counter of the window that ends at `endsAt` */
export function toCount(
  { isGranted, used, endsAt }: StoredCount,
  { max }: WindowRule,
  takeBack: (endsAt: number) => unknown,
): Count {
  let isRefundable = isGranted;
  return {
    isGranted,
    remaining: Math.max(0, max - used),
    endsAt,
    async refund() {
      if (!isRefundable) return;
      isRefundable = false;
      await takeBack(endsAt);
    },
  };
}

/** Counts in `fallback` while the store is unavailable. */
export function withFallback(counter: Counter, fallback: Counter): Counter {
  return {
    async consume(key, points) {
      let count: Count;
      try {
        count = await counter.consume(key, points);
      } catch {
        return fallback.consume(key, points);
      }
      // Points that cannot be returned become available when the window ends.
      return { ...count, refund: () => count.refund().catch(() => undefined) };
    },
  };
}

/** Consumes `burst` only when `steady` is exhausted. */
export function createBurstCounter(steady: Counter, burst: Counter): Counter {
  return {
    async consume(key, points) {
      const steadyCount = await steady.consume(key, points);
      if (steadyCount.isGranted) return steadyCount;
      const count = await burst.consume(key, points);
      return { ...count, endsAt: Math.min(steadyCount.endsAt, count.endsAt) };
    },
  };
}
