import { between, type Random } from '../random.ts';
import { dayMs, hourMs } from '../../platform/clock.ts';

/** Creates a UUIDv7 for a time from the given random numbers. */
export function createIdAt(random: Random, at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(12)}`;
}

/** Picks a time after `at`, usually within a few hours, always before `end`. */
export function pickTimeAfter(
  random: Random,
  at: Date,
  { typicalHours, end }: { typicalHours: number; end: Date },
): Date {
  const delayMs = 60_000 - Math.log(1 - random()) * typicalHours * hourMs;
  const remainingMs = end.getTime() - at.getTime();
  return new Date(
    at.getTime() + Math.floor(delayMs < remainingMs ? delayMs : random() * remainingMs),
  );
}

/** Picks the time of conversation `index` of `count`; more conversations are in the last days. */
export function pickConversationTime(
  random: Random,
  { index, count, days, end }: { index: number; count: number; days: number; end: Date },
): Date {
  const progress = (index + between(random, 0.1, 0.9)) / count;
  return new Date(Math.floor(end.getTime() - days * dayMs * (1 - progress) ** 1.5));
}
