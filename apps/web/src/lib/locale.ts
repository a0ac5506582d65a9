import { locales, matchLocale } from '@skein/messages';
import type { Locale } from '@skein/messages';
import { readItem, removeItem, storageKeys, writeItem } from './storage.ts';

export type LocaleChoice = Locale | 'system';

/** The language chosen on this device. A worker reads it from its URL. */
export function readLocaleChoice(): LocaleChoice {
  const stored =
    'window' in globalThis
      ? readItem(storageKeys.locale)
      : new URLSearchParams(globalThis.location.search).get('locale');
  return locales.find((locale) => locale === stored) ?? 'system';
}

/** The language of the interface: the chosen one, or else the browser's. */
export function readLocale(): Locale {
  const choice = readLocaleChoice();
  return choice === 'system' ? matchLocale(navigator.languages) : choice;
}

/** Stores the choice on this device. It applies from the next page load. */
export function storeLocaleChoice(choice: LocaleChoice): void {
  if (choice === 'system') removeItem(storageKeys.locale);
  else writeItem(storageKeys.locale, choice);
}
