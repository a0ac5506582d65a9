import { dateLocale, t } from './index.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const relativeDays = 30;

// Created with the first date that needs it: the first one on a page takes tens of milliseconds.
let dateFormat: Intl.DateTimeFormat | undefined;
let fullFormat: Intl.DateTimeFormat | undefined;

const shortAge = { minutes: 'time.minutes', hours: 'time.hours', days: 'time.days' } as const;
const spokenAge = {
  minutes: 'time.ago.minutes',
  hours: 'time.ago.hours',
  days: 'time.ago.days',
} as const;

/**
 * How long ago something was: now, minutes, hours, days, and from 30 days on the local
 * date. A time still to come, by a clock that runs behind, is now.
 */
export function formatRelativeTime(time: string | null | undefined, nowMs = Date.now()): string {
  return formatAge(time, nowMs, shortAge);
}

/** The same in words, for screen readers: 3 minutes ago. */
export function formatSpokenTime(time: string | null | undefined, nowMs = Date.now()): string {
  return formatAge(time, nowMs, spokenAge);
}

function formatAge(
  time: string | null | undefined,
  nowMs: number,
  keys: typeof shortAge | typeof spokenAge,
): string {
  if (!time) return t('time.unknown');
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return t('time.invalid');
  const ageMs = nowMs - date.getTime();
  if (ageMs < minuteMs) return t('time.now');
  if (ageMs < hourMs) return t(keys.minutes, { count: Math.floor(ageMs / minuteMs) });
  if (ageMs < dayMs) return t(keys.hours, { count: Math.floor(ageMs / hourMs) });
  if (ageMs < relativeDays * dayMs) return t(keys.days, { count: Math.floor(ageMs / dayMs) });
  dateFormat ??= new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium' });
  return dateFormat.format(date);
}

/** How long until something ends: minutes, hours or days, to the nearest; the last minute as one. */
export function formatTimeLeft(time: string, nowMs = Date.now()): string {
  const leftMs = Math.max(minuteMs, Date.parse(time) - nowMs);
  if (leftMs < hourMs) return t('time.minutes', { count: Math.round(leftMs / minuteMs) });
  if (leftMs < dayMs) return t('time.hours', { count: Math.round(leftMs / hourMs) });
  return t('time.days', { count: Math.round(leftMs / dayMs) });
}

/** Weekday, date and time in the format of the user's region; '' for an invalid time. */
export function formatFullTime(time: string | null | undefined): string {
  const date = new Date(time ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  fullFormat ??= new Intl.DateTimeFormat(dateLocale, { dateStyle: 'full', timeStyle: 'short' });
  return fullFormat.format(date);
}
