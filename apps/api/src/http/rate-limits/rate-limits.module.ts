import type { LimitName } from '@skein/contracts/http';
import type { Database } from '@skein/db';
import type { RateLimitRule, RateLimitRules } from '../../platform/config/rate-limit-rules.ts';
import { rateLimitHeaders } from './rate-limits.ts';
import type { RateLimiter, RateLimitStatus } from './rate-limits.ts';
import { RateLimitedError } from '../../platform/errors.ts';
import { openCounterStore } from './counter-store.ts';
import type { CounterStore, CounterStoreSettings } from './counter-store.ts';
import { removeExpiredCounters } from './counters.repository.ts';
import { createBurstCounter, createCounter, createMemoryCounter } from './counters.ts';
import type { Count, Counter } from './counters.ts';
import { createLeases } from './leases.ts';

/** Consumed so often that each server leases a tenth of the limit at a time. */
const leasedLimits: ReadonlySet<LimitName> = new Set([
  'reads',
  'writes',
  'searches',
  'signedOut',
  'posts',
  'follows',
  'messages',
]);
const leasesPerWindow = 10;
/** Unused leased points are lost when the server stops, so leases of long windows are small. */
const longWindowSeconds = 60 * 60;
const longLeaseMax = 10;

/** Consumed by every static file, even during a database outage, so each server counts alone. */
const memoryLimits: ReadonlySet<LimitName> = new Set(['public']);

export type RateLimitsModule = ReturnType<typeof createRateLimitsModule>;

interface Dependencies extends CounterStoreSettings {
  /** Null disables rate limits. */
  rateLimitRules: RateLimitRules | null;
  database: Database;
}

/** Counts requests across all servers; without the shared store, each server counts alone. */
export function createRateLimitsModule({ rateLimitRules, database, ...options }: Dependencies) {
  const store = openCounterStore(options);
  const counters = rateLimitRules === null ? null : createCounters(rateLimitRules, store);

  async function consume(
    name: LimitName,
    key: string,
    points = 1,
  ): Promise<RateLimitStatus | null> {
    if (rateLimitRules === null || counters === null) return null;
    // A request for more points than the limit consumes the whole limit.
    const consumed = Math.min(points, rateLimitRules[name].max);
    const count = await counters[name].consume(key, consumed);
    const status = toRateLimitStatus(name, rateLimitRules[name], count);
    // For a burst limit the library reports only the remaining points of the steady window.
    if (count.granted === consumed)
      return rateLimitRules[name].steadySeconds === undefined ? status : null;
    if (consumed > 1) await counters[name].refund(key, consumed);
    const retryAfterSeconds = Math.max(1, status.resetSeconds);
    throw new RateLimitedError({ retryAfterSeconds, headers: rateLimitHeaders(status) });
  }

  const rateLimiter: RateLimiter = { consume };
  return {
    ...rateLimiter,
    /** Returns consumed points. */
    async refund(name: LimitName, key: string, points = 1): Promise<void> {
      await counters?.[name].refund(key, points);
    },
    /** Redis removes its own. */
    removeExpired: () => removeExpiredCounters(database),
    stop: () => store.stop(),
  };
}

function createCounters(rules: RateLimitRules, store: CounterStore): Record<LimitName, Counter> {
  const counters = Object.entries(rules).map(([key, rule]) => {
    // Object.entries does not preserve the key type.
    const name = key as LimitName;
    if (memoryLimits.has(name)) return [name, createMemoryCounter(name, rule)];
    const { steadySeconds } = rule;
    if (steadySeconds === undefined) return [name, createSharedCounter(name, rule, store)];
    // The steady window is consumed first, so the burst window has one point less. It is too short
    // to be worth a query, so each server counts it alone.
    const steady = createMemoryCounter(`${name}-steady`, { max: 1, seconds: steadySeconds });
    const burst = { ...rule, max: Math.max(1, rule.max - 1) };
    return [name, createBurstCounter(steady, createSharedCounter(name, burst, store))];
  });
  // `rules` has one entry per name.
  return Object.fromEntries(counters) as Record<LimitName, Counter>;
}

function createSharedCounter(name: LimitName, rule: RateLimitRule, store: CounterStore): Counter {
  const counter = createCounter(name, rule, store);
  const tenth = Math.floor(rule.max / leasesPerWindow);
  const size = rule.seconds >= longWindowSeconds ? Math.min(tenth, longLeaseMax) : tenth;
  return leasedLimits.has(name) && size > 1 ? createLeases(counter, size) : counter;
}

function toRateLimitStatus(
  name: LimitName,
  { max, seconds }: RateLimitRule,
  count: Count,
): RateLimitStatus {
  return {
    name,
    max,
    windowSeconds: seconds,
    remaining: count.remaining,
    resetSeconds: Math.ceil(count.resetMs / 1000),
  };
}
