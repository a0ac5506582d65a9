import type { LimitName } from '@skein/contracts/http';
import { RateLimitedError } from '../errors.ts';
import type { RateLimitRule, RateLimitRules } from '../config/rate-limit-rules.ts';
import type { Counter, Now } from './counters.ts';
import { createMemoryCounter } from './memory-counter.ts';

/** Writes of a user run one after another, so a short window of theirs would gain nothing. */
const limitNames = ['reads'] as const satisfies LimitName[];

/** The window of a limit is this many times as long as its short window. */
const windowsPerLimit = 12;
/** A browser needs this many requests at once, so smaller limits have no short window. */
const maxAtLeast = 30;

/** Allows half of a limit within a twelfth of its window. */
export function toShortWindow({ max, seconds }: RateLimitRule): RateLimitRule {
  return {
    max: Math.max(maxAtLeast, Math.ceil(max / 2)),
    seconds: Math.max(1, Math.round(seconds / windowsPerLimit)),
  };
}

/**
 * The short window of reads, so that a user cannot send the requests of a whole minute at once. Each
 * server counts it alone.
 */
export function createShortWindows(rules: RateLimitRules, now: Now) {
  const counters = new Map<LimitName, Counter>(
    limitNames.flatMap((name) => {
      const rule = toShortWindow(rules[name]);
      return rule.max < rules[name].max ? [[name, createMemoryCounter(rule, now)]] : [];
    }),
  );
  return {
    /** @throws RateLimitedError */
    async consume(name: LimitName, key: string): Promise<void> {
      const count = await counters.get(name)?.consume(key, 1);
      if (count === undefined || count.isGranted) return;
      const retryAfterSeconds = Math.max(1, Math.ceil((count.endsAt - now()) / 1000));
      throw new RateLimitedError({ retryAfterSeconds });
    },
  };
}
