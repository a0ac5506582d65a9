import type { LimitName } from '@skein/contracts/http';
import {
  BurstyRateLimiter,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { RateLimitRule } from '../../platform/config/rate-limit-rules.ts';
import type { CounterStore } from './counter-store.repository.ts';

/** What a counter says of somebody after they took some. */
export interface Count {
  /** How many of those asked for there still were. */
  granted: number;
  remaining: number;
  resetMs: number;
}

export interface Counter {
  consume(key: string, points: number): Promise<Count>;
  refund(key: string, points?: number): Promise<void>;
}

/** A fixed window, counted in the store; while that is away, in memory. */
export function createCounter(name: LimitName, rule: RateLimitRule, store: CounterStore): Counter {
  const { steadySeconds } = rule;
  if (steadySeconds === undefined) return ofWindow(createWindow(name, rule, store), rule.max);
  // The steady one is taken first: the burst has the rest.
  const steady = createWindow(`${name}-steady`, { max: 1, seconds: steadySeconds }, store);
  const burst = createWindow(name, { ...rule, max: Math.max(1, rule.max - 1) }, store);
  return ofWindow(new BurstyRateLimiter(steady, burst), rule.max);
}

/** A fixed window of this server's own. */
export function createMemoryCounter(
  keyPrefix: LimitName,
  { max, seconds }: RateLimitRule,
): Counter {
  return ofWindow(new RateLimiterMemory({ keyPrefix, points: max, duration: seconds }), max);
}

function createWindow(
  keyPrefix: string,
  { max, seconds }: RateLimitRule,
  storeClient: CounterStore,
): RateLimiterPostgres {
  const window = { keyPrefix, points: max, duration: seconds };
  return new RateLimiterPostgres({
    ...window,
    storeClient,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    insuranceLimiter: new RateLimiterMemory(window),
  });
}

type Window = Pick<RateLimiterMemory, 'consume'> & Partial<Pick<RateLimiterMemory, 'reward'>>;

function ofWindow(window: Window, max: number): Counter {
  return {
    async consume(key, points) {
      try {
        const { remainingPoints, msBeforeNext } = await window.consume(key, points);
        return { granted: points, remaining: remainingPoints, resetMs: msBeforeNext };
      } catch (error) {
        // How the library says no; anything else is a failure.
        if (!(error instanceof RateLimiterRes)) throw error;
        const before = error.consumedPoints - points;
        const granted = Math.min(points, Math.max(0, max - before));
        return { granted, remaining: 0, resetMs: error.msBeforeNext };
      }
    },
    async refund(key, points = 1) {
      await window.reward?.(key, points);
    },
  };
}
