import { locales, matchLocale } from '@skein/messages';
import type { Locale } from '@skein/messages';
import { readMeta } from './instance.ts';
import { readItem, storageKeys, writeItem } from './storage.ts';

export type LocaleChoice = Locale | 'system';

/** The language chosen on this device. A worker reads it from its URL. */
export function readLocaleChoice(): LocaleChoice {
  const stored =
    'window' in globalThis
      ? readItem(storageKeys.locale)
      : new URLSearchParams(globalThis.location.search).get('locale');
  return locales.find((locale) => locale === stored) ?? 'system';
}

/** The language of the interface: the chosen one, or else the instance's default or the browser's. */
export function readLocale(): Locale {
  const choice = readLocaleChoice();
  return choice === 'system' ? (readDefaultLocale() ?? matchLocale(navigator.languages)) : choice;
}

/** The instance's default, for users who have not chosen the browser's language themselves. */
function readDefaultLocale(): Locale | undefined {
  if (!('window' in globalThis) || readItem(storageKeys.locale) !== null) return undefined;
  const name = readMeta('default-language');
  return locales.find((locale) => locale === name);
}

/** Stores the choice on this device. It applies from the next page load. */
export function storeLocaleChoice(choice: LocaleChoice): void {
  writeItem(storageKeys.locale, choice);
}
