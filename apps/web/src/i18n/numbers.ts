import { createNumberFormat } from '@skein/messages';
import { locale } from './index.ts';

/** A compact number: 1.2K for 1234. */
export const formatCompact = createNumberFormat(locale, {
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** 1234 to the last digit: 1,234. */
export const formatExact = createNumberFormat(locale);
