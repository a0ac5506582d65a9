import { describe, expect, it } from 'vitest';
import { formatFullTime, formatRelativeTime, formatTimeLeft } from './relative-time.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

describe('formatRelativeTime', () => {
  it.each([
    [0, 'now'],
    [59 * secondMs, 'now'],
    [60 * secondMs, '1m'],
    [hourMs - 1, '59m'],
    [hourMs, '1h'],
    [dayMs - 1, '23h'],
    [dayMs, '1d'],
    [30 * dayMs - 1, '29d'],
    [-5 * minuteMs, 'now'],
  ])('shows %i ms ago as %s', (ageMs, shown) => {
    expect(formatRelativeTime(new Date(now - ageMs).toISOString(), now)).toBe(shown);
  });

  it('shows the local date from 30 days on', () => {
    const time = new Date(now - 30 * dayMs);
    const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(time);
    expect(formatRelativeTime(time.toISOString(), now)).toBe(date);
  });

  it('shows a text for an invalid time', () => {
    expect(formatRelativeTime('yesterday', now)).toBe('Invalid date');
    expect(formatRelativeTime(null, now)).toBe('unknown');
    expect(formatRelativeTime(undefined, now)).toBe('unknown');
    expect(formatRelativeTime('', now)).toBe('unknown');
  });
});

describe('formatTimeLeft', () => {
  it.each([
    [-hourMs, '1m'],
    [20 * secondMs, '1m'],
    [5 * minuteMs - secondMs, '5m'],
    [hourMs, '1h'],
    [dayMs - secondMs, '24h'],
    [dayMs, '1d'],
    [7 * dayMs - secondMs, '7d'],
  ])('shows %i ms to go as %s', (leftMs, shown) => {
    expect(formatTimeLeft(new Date(now + leftMs).toISOString(), now)).toBe(shown);
  });
});

describe('formatFullTime', () => {
  it('contains weekday and year, and is empty for an invalid time', () => {
    expect(formatFullTime('2026-11-20T12:00:00.000Z')).toMatch(/Friday.*2026/);
    expect(formatFullTime('yesterday')).toBe('');
  });
});
