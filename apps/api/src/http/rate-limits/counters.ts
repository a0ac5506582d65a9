import type { LimitName } from '@skein/contracts/http';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimitRule } from '../../platform/config/rate-limit-rules.ts';
import type { CounterStore, Window } from './counter-store.ts';

/** The state of a counter after points were consumed. */
export interface Count {
  /** How many of the requested points were available. */
  granted: number;
  remaining: number;
  resetMs: number;
}

export interface Counter {
  consume(key: string, points: number): Promise<Count>;
  refund(key: string, points?: number): Promise<void>;
}

/** Counts a fixed window in the store, or in memory while the store is unavailable. */
export function createCounter(name: LimitName, rule: RateLimitRule, store: CounterStore): Counter {
  const { max, seconds } = rule;
  return toCounter(store.createWindow({ keyPrefix: name, points: max, duration: seconds }), max);
}

/** Consumes `burst` only when `steady` is exhausted. */
export function createBurstCounter(steady: Counter, burst: Counter): Counter {
  return {
    async consume(key, points) {
      const steadyCount = await steady.consume(key, points);
      if (steadyCount.granted === points) return steadyCount;
      const count = await burst.consume(key, points);
      return { ...count, resetMs: Math.min(steadyCount.resetMs, count.resetMs) };
    },
    refund: (key, points) => burst.refund(key, points),
  };
}

/** Counts a fixed window in the memory of this server. */
export function createMemoryCounter(keyPrefix: string, { max, seconds }: RateLimitRule): Counter {
  return toCounter(new RateLimiterMemory({ keyPrefix, points: max, duration: seconds }), max);
}

function toCounter(window: Window, max: number): Counter {
  return {
    async consume(key, points) {
      try {
        const { remainingPoints, msBeforeNext } = await window.consume(key, points);
        return { granted: points, remaining: remainingPoints, resetMs: msBeforeNext };
      } catch (error) {
        // The library rejects with this class when the limit is exceeded.
        if (!(error instanceof RateLimiterRes)) throw error;
        const before = error.consumedPoints - points;
        const granted = Math.min(points, Math.max(0, max - before));
        return { granted, remaining: 0, resetMs: error.msBeforeNext };
      }
    },
    async refund(key, points = 1) {
      await window.reward(key, points);
    },
  };
}
