import { describe, expect, it } from 'vitest';
import { fromLocalInput, suggestTime, toLocalInput } from './local-time.ts';

describe('the value of a datetime-local field', () => {
  it('is converted from and to a time in the time zone of the browser', () => {
    const date = new Date(2026, 0, 5, 7, 3);
    expect(toLocalInput(date)).toBe('2026-01-05T07:03');
    expect(fromLocalInput('2026-01-05T07:03')).toBe(date.toISOString());
  });

  it.each(['', '2026-01-05', '2026-13-05T07:03'])('is null for %j unless it is a time', (value) => {
    expect(fromLocalInput(value)).toBe(value === '2026-01-05' ? '2026-01-05T00:00:00.000Z' : null);
  });
});

it('suggests a full hour at least an hour ahead', () => {
  expect(suggestTime(new Date('2026-01-05T07:00:00Z')).toISOString()).toBe(
    '2026-01-05T08:00:00.000Z',
  );
  expect(suggestTime(new Date('2026-01-05T07:01:00Z')).toISOString()).toBe(
    '2026-01-05T09:00:00.000Z',
  );
});
