import { createFormatter, matchLocale } from '@skein/messages';
import type { Catalog, MessageKey as AnyMessageKey, ValuesOf } from '@skein/messages';
import { readLocale } from '../lib/locale.ts';

type ServerKey = `${'email' | 'error'}.${string}`;
export type MessageKey = Exclude<AnyMessageKey, ServerKey>;

/** The language of the interface. It stays the same until the page is loaded again. */
export const locale = readLocale();

/** For dates: the browser's own region if it has the interface's language. */
export const dateLocale =
  navigator.languages.find((tag) => tag.startsWith(locale) && matchLocale([tag]) === locale) ??
  locale;

const format = createFormatter(locale);
const messages: Record<string, Catalog[string]> = {};

/** The text of a message in the interface's language, with its values filled in. */
export function t<Key extends MessageKey>(key: Key, ...[values]: ValuesOf<Key>): string {
  const message = messages[key];
  if (message === undefined) {
    if (import.meta.env.DEV) throw new Error(`The message ${key} is used before it is loaded`);
    return key;
  }
  return format(message, values);
}

/** Adds messages that are loaded already. */
export function addMessages(catalog: Catalog): void {
  Object.assign(messages, catalog);
}
