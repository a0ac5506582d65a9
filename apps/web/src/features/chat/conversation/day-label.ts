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

/** The calendar day in the user's time zone: `2026-11-21`. */
export function dayKey(time: string | number): string {
  const date = new Date(time);
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Today, Yesterday, or the date in the user's locale. `day` has the format of `dayKey`. */
export function formatDay(day: string, nowMs: number): string {
  // Noon, so that a daylight saving change does not move the date to another day.
  const noon = new Date(`${day}T12:00:00`);
  const daysAgo = Math.round((Date.parse(`${dayKey(nowMs)}T12:00:00`) - noon.getTime()) / dayMs);
  if (daysAgo === 0 || daysAgo === 1) return capitalize(relativeFormat.format(-daysAgo, 'day'));
  const isThisYear = noon.getFullYear() === new Date(nowMs).getFullYear();
  return (isThisYear ? thisYearFormat : otherYearFormat).format(noon);
}

/** The time of day of a message. */
export function formatClock(time: string): string {
  return clockFormat.format(new Date(time));
}

function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
