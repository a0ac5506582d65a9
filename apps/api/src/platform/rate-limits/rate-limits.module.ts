import type { LimitName } from '@skein/contracts/http';
import type { Database } from '@skein/db';
import type { RateLimitRule, RateLimitRules } from '../config/rate-limit-rules.ts';
import { rateLimitHeaders } from './rate-limits.ts';
import type { Consumption, RateLimiter, RateLimitStatus } from './rate-limits.ts';
import { RateLimitedError } from '../errors.ts';
import type { CounterStoreSettings, OpenCounterStore } from './counter-store.ts';
import { removeExpiredCounters } from './counters.repository.ts';
import { createBurstCounter } from './counters.ts';
import type { Count, Counter, CounterStore, Now } from './counters.ts';
import { createLeases } from './leases.ts';
import { createMemoryCounter } from './memory-counter.ts';
import { createShortWindows } from './short-windows.ts';

/** Consumed by most requests, so each server leases a tenth of the limit at a time. */
const leasedLimits: ReadonlySet<LimitName> = new Set(['reads', 'writes', 'searches', 'signedOut']);
const leasesPerWindow = 10;

/** Consumed by every static file, even during a database outage, so each server counts alone. */
const memoryLimits: ReadonlySet<LimitName> = new Set(['public']);

/**
 * The size of one request may exceed these limits, such as a large image or a message to a large group.
 * Such a request consumes the whole limit, because it could never succeed otherwise.
 */
const cappedLimits: ReadonlySet<LimitName> = new Set(['images', 'repeatedTexts']);

const unlimited: Consumption = { status: null, refund: () => Promise.resolve() };

export type RateLimitsModule = ReturnType<typeof createRateLimitsModule>;

interface Dependencies extends CounterStoreSettings {
  /** Null disables rate limits. */
  rateLimitRules: RateLimitRules | null;
  openCounterStore: OpenCounterStore;
  database: Database;
}

/** Counts requests across all servers; without the shared store, each server counts alone. */
export function createRateLimitsModule({ rateLimitRules, database, ...options }: Dependencies) {
  const store = options.openCounterStore(options);
  const now = () => options.clock.now().getTime();
  const counters = rateLimitRules === null ? null : createCounters(rateLimitRules, store, now);
  const shortWindows = rateLimitRules === null ? null : createShortWindows(rateLimitRules, now);

  async function consume(name: LimitName, key: string, points = 1): Promise<Consumption> {
    if (rateLimitRules === null || counters === null || points === 0) return unlimited;
    await shortWindows?.consume(name, key);
    const rule = rateLimitRules[name];
    const consumed = cappedLimits.has(name) ? Math.min(points, rule.max) : points;
    const count = await counters[name].consume(key, consumed);
    const status = toRateLimitStatus(name, rule, count, now());
    if (count.isGranted) {
      // A burst limit consumes one of two counters, so the sum of their points is unknown.
      const isBurst = rule.steadySeconds !== undefined;
      return { status: isBurst ? null : status, refund: () => count.refund() };
    }
    const retryAfterSeconds = Math.max(1, status.resetSeconds);
    throw new RateLimitedError({ retryAfterSeconds, headers: rateLimitHeaders(status) });
  }

  const rateLimiter: RateLimiter = { consume };
  return {
    ...rateLimiter,
    /** Redis removes its own. */
    removeExpired: () => removeExpiredCounters(database, now()),
    stop: () => store.stop(),
  };
}

function createCounters(
  rules: RateLimitRules,
  store: CounterStore,
  now: Now,
): Record<LimitName, Counter> {
  const counters = Object.entries(rules).map(([key, rule]) => {
    // Object.entries does not preserve the key type.
    const name = key as LimitName;
    if (memoryLimits.has(name)) return [name, createMemoryCounter(rule, now)];
    const { steadySeconds } = rule;
    if (steadySeconds === undefined) return [name, createSharedCounter(name, rule, store, now)];
    // The steady window is consumed first, so the burst window has one point less. It is too short
    // to be worth a query, so each server counts it alone.
    const steady = createMemoryCounter({ max: 1, seconds: steadySeconds }, now);
    const burst = { ...rule, max: Math.max(1, rule.max - 1) };
    return [name, createBurstCounter(steady, store.createCounter(name, burst))];
  });
  // `rules` has one entry per name.
  return Object.fromEntries(counters) as Record<LimitName, Counter>;
}

function createSharedCounter(
  name: LimitName,
  rule: RateLimitRule,
  store: CounterStore,
  now: Now,
): Counter {
  const counter = store.createCounter(name, rule);
  const size = Math.floor(rule.max / leasesPerWindow);
  return leasedLimits.has(name) && size > 1 ? createLeases(counter, size, now) : counter;
}

function toRateLimitStatus(
  name: LimitName,
  { max, seconds }: RateLimitRule,
  { remaining, endsAt }: Count,
  time: number,
): RateLimitStatus {
  return {
    name,
    max,
    windowSeconds: seconds,
    remaining,
    resetSeconds: Math.max(0, Math.ceil((endsAt - time) / 1000)),
  };
}
