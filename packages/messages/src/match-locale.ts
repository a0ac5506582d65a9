import { locales, sourceLocale } from '../generated/locales.ts';
import type { Locale } from '../generated/locales.ts';

/** The first of the wanted languages that there is, regions aside; English if there is none. */
export function matchLocale(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-', 1)[0];
    const found = locales.find((locale) => locale === language);
    if (found) return found;
  }
  return sourceLocale;
}
