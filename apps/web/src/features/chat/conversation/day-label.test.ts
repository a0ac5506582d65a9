import { expect, it } from 'vitest';
import { dayKey, formatDay } from './day-label.ts';

const nowMs = new Date('2026-11-21T09:00:00').getTime();
const label = (time: string) => formatDay(dayKey(time), nowMs);

it('formats recent days as Today and Yesterday, and others as dates', () => {
  expect(label('2026-11-21T00:01:00')).toBe('Today');
  expect(label('2026-11-20T23:59:00')).toBe('Yesterday');
  expect(label('2026-11-18T12:00:00')).toContain('November');
  expect(label('2026-11-18T12:00:00')).not.toContain('2026');
  expect(label('2025-11-18T12:00:00')).toContain('2025');
});

it('counts calendar days across a daylight saving change', () => {
  const afterChange = new Date('2026-10-26T00:30:00').getTime();
  expect(formatDay('2026-10-25', afterChange)).toBe('Yesterday');
});
