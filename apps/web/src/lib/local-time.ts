const hourMs = 60 * 60 * 1000;
const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** A time as the value of a `datetime-local` field, in the time zone of the browser. */
export function toLocalInput(date: Date): string {
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(twoDigits).join('-');
  return `${day}T${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

/** The time of a `datetime-local` field in ISO 8601; null for an incomplete one. */
export function fromLocalInput(value: string): string | null {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** Whether the time of a `datetime-local` field has passed. False for an incomplete one. */
export const hasPassed = (value: string, nowMs: number): boolean =>
  new Date(value).getTime() <= nowMs;

/** The full hour that is at least an hour ahead. */
export function suggestTime(now = new Date()): Date {
  return new Date(Math.ceil((now.getTime() + hourMs) / hourMs) * hourMs);
}

/** The time zone of the browser, such as `Europe/Berlin`. */
export const timeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
