import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readRateLimits } from '../config/rate-limit-rules.ts';
import type { RateLimitRules } from '../config/rate-limit-rules.ts';
import { RateLimitedError } from '../errors.ts';
import { createShortWindows, toShortWindow } from './short-windows.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function requireRules(values: Parameters<typeof readRateLimits>[0]): RateLimitRules {
  const rules = readRateLimits(values);
  if (rules === null) throw new Error('Rate limits are disabled.');
  return rules;
}

describe('short windows', () => {
  it('allow half of the limit in a twelfth of its time', () => {
    expect(toShortWindow({ max: 300, seconds: 60 })).toEqual({ max: 150, seconds: 5 });
    expect(toShortWindow({ max: 40, seconds: 60 })).toEqual({ max: 30, seconds: 5 });
  });

  it('reject further requests until the short window ends', async () => {
    const windows = createShortWindows(requireRules({ RATE_LIMIT_FACTOR: '1' }), Date.now);
    for (let count = 0; count < 150; count += 1) await windows.consume('reads', 'ada');
    const rejection = await windows.consume('reads', 'ada').catch((error: unknown) => error);
    expect(rejection).toBeInstanceOf(RateLimitedError);
    expect(rejection).toMatchObject({ headers: { 'Retry-After': '5' } });
    await windows.consume('reads', 'ben');
    await vi.advanceTimersByTimeAsync(5000);
    await windows.consume('reads', 'ada');
  });

  it('do not apply to small limits and to limits of single actions', async () => {
    const windows = createShortWindows(
      requireRules({ RATE_LIMIT_FACTOR: '1', RATE_LIMIT_READS: '20/60s' }),
      Date.now,
    );
    const consumed = Array.from({ length: 100 }, async () => {
      await windows.consume('reads', 'ada');
      await windows.consume('writes', 'ada');
      await windows.consume('searches', 'ada');
    });
    await expect(Promise.all(consumed)).resolves.toHaveLength(100);
  });
});
