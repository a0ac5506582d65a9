import { locale } from './index.ts';

const compactFormat = new Intl.NumberFormat(locale, {
  notation: 'compact',
  maximumFractionDigits: 1,
});
const exactFormat = new Intl.NumberFormat(locale);

/** A compact number: 1.2K for 1234. */
export function formatCompact(value: number): string {
  return compactFormat.format(value);
}

/** 1234 to the last digit: 1,234. */
export function formatExact(value: number): string {
  return exactFormat.format(value);
}
