import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { releaseStartupMemory } from './release-startup-memory.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('collects garbage once, after the start', () => {
  const gc = vi.fn<() => void>();
  vi.stubGlobal('gc', gc);
  releaseStartupMemory();
  expect(gc).not.toHaveBeenCalled();
  vi.advanceTimersByTime(3_600_000);
  expect(gc.mock.calls).toEqual([[{ type: 'major', execution: 'async', flavor: 'last-resort' }]]);
});

it('does nothing if Node.js runs without --expose-gc', () => {
  vi.stubGlobal('gc', undefined);
  releaseStartupMemory();
  expect(() => vi.advanceTimersByTime(3_600_000)).not.toThrow();
});
