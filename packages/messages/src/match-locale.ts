import { locales, sourceLocale } from '../generated/locales.ts';
import type { Locale } from '../generated/locales.ts';

/** The first supported language of the list, ignoring regions; English if none is supported. */
export function matchLocale(preferred: readonly string[]): Locale {
  for (const tag of preferred) {
    const language = tag.toLowerCase().split('-', 1)[0];
    const found = locales.find((locale) => locale === language);
    if (found) return found;
  }
  return sourceLocale;
}
