import { dateLocale } from '../../../i18n/index.ts';

const listFormat = new Intl.ListFormat(dateLocale, { type: 'conjunction' });

/** `Ada, Ben and Carl` in the language of the interface. */
export const formatNames = (names: readonly string[]): string => listFormat.format(names);
