import type { LimitName } from '@skein/contracts/http';
import type { RateLimitRule, RateLimitRules } from '../../platform/config/rate-limit-rules.ts';
import { rateLimitHeaders } from './rate-limits.ts';
import type { RateLimiter, RateLimitStatus } from './rate-limits.ts';
import { RateLimitedError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { openCounterStore } from './counter-store.repository.ts';
import type { CounterStore } from './counter-store.repository.ts';
import { createCounter, createMemoryCounter } from './counters.ts';
import type { Count, Counter } from './counters.ts';
import { createLeases } from './leases.ts';

/** Asked so often that each server takes a tenth at a time. */
const leased: ReadonlySet<LimitName> = new Set(['reads', 'writes', 'searches', 'signedOut']);
const leasesAWindow = 10;

/** Asked by everybody for every file, also while the database is away: each server counts alone. */
const countedInMemory: ReadonlySet<LimitName> = new Set(['public']);

export type RateLimitsModule = ReturnType<typeof createRateLimitsModule>;

interface Dependencies {
  /** Null where nothing is limited. */
  rateLimitRules: RateLimitRules | null;
  databaseUrl: string;
  /** How long a count is waited for before it is made in memory. */
  counterTimeoutMs?: number | undefined;
  logger: Logger;
}

/** Who may do what how often, counted over all servers; while the database is away, by each alone. */
export function createRateLimitsModule({ rateLimitRules, ...options }: Dependencies) {
  const store = openCounterStore(options);
  const counters = rateLimitRules === null ? null : createCounters(rateLimitRules, store);

  async function consume(
    name: LimitName,
    key: string,
    points = 1,
  ): Promise<RateLimitStatus | null> {
    if (rateLimitRules === null || counters === null) return null;
    // What is larger than the whole limit takes all of it.
    const taken = Math.min(points, rateLimitRules[name].max);
    const count = await counters[name].consume(key, taken);
    const status = toRateLimitStatus(name, rateLimitRules[name], count);
    // Of a burst with a steady part the library knows only what is left of the latter.
    if (count.granted === taken)
      return rateLimitRules[name].steadySeconds === undefined ? status : null;
    if (taken > 1) await counters[name].refund(key, taken);
    const retryAfterSeconds = Math.max(1, status.resetSeconds);
    throw new RateLimitedError({ retryAfterSeconds, headers: rateLimitHeaders(status) });
  }

  const rateLimiter: RateLimiter = { consume };
  return {
    ...rateLimiter,
    /** One of those that were taken counts no more. */
    async refund(name: LimitName, key: string): Promise<void> {
      await counters?.[name].refund(key);
    },
    removeExpired: () => store.removeExpired(),
    stop: () => store.stop(),
  };
}

function createCounters(rules: RateLimitRules, store: CounterStore): Record<LimitName, Counter> {
  const counters = Object.entries(rules).map(([key, rule]) => {
    // The keys of a record, which Object.entries forgets.
    const name = key as LimitName;
    if (countedInMemory.has(name)) return [name, createMemoryCounter(name, rule)];
    const counter = createCounter(name, rule, store);
    const size = Math.floor(rule.max / leasesAWindow);
    return [name, leased.has(name) && size > 1 ? createLeases(counter, size) : counter];
  });
  // One a name, as in `rules`.
  return Object.fromEntries(counters) as Record<LimitName, Counter>;
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
