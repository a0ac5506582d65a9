import { dateLocale, locale } from '../../../i18n/index.ts';

const dayMs = 86_400_000;

const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
const thisYearFormat = new Intl.DateTimeFormat(dateLocale, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});
const otherYearFormat = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'long' });
const clockFormat = new Intl.DateTimeFormat(dateLocale, { timeStyle: 'short' });

/** A day of the person's own calendar: `2026-11-21`. */
export function dayKey(time: string | number): string {
  const date = new Date(time);
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Today, Yesterday, or the date as the person's region writes it. `day` as `dayKey` names it. */
export function formatDay(day: string, nowMs: number): string {
  // At noon, so that a change of the clocks moves nothing to another day.
  const noon = new Date(`${day}T12:00:00`);
  const daysAgo = Math.round((Date.parse(`${dayKey(nowMs)}T12:00:00`) - noon.getTime()) / dayMs);
  if (daysAgo === 0 || daysAgo === 1) return capitalised(relativeFormat.format(-daysAgo, 'day'));
  const isThisYear = noon.getFullYear() === new Date(nowMs).getFullYear();
  return (isThisYear ? thisYearFormat : otherYearFormat).format(noon);
}

/** The time of day of a message. */
export function formatClock(time: string): string {
  return clockFormat.format(new Date(time));
}

function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
