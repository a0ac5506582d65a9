import { createFormatter } from '@skein/messages';
import type { Locale, MessageKey, ValuesOf } from '@skein/messages';
import { serverCatalogs } from '@skein/messages/server';

export type { Locale } from '@skein/messages';

type ServerKey = Extract<MessageKey, `${'email' | 'embed' | 'preview' | 'registration'}.${string}`>;

/** Created with the first message of a locale, because that takes milliseconds. */
const formatters = new Map<Locale, ReturnType<typeof createFormatter>>();

function formatterOf(locale: Locale) {
  const formatter = formatters.get(locale) ?? createFormatter(locale);
  formatters.set(locale, formatter);
  return formatter;
}

/** The text of a message in a language, with its values filled in. */
export function t<Key extends ServerKey>(
  locale: Locale,
  key: Key,
  ...[values]: ValuesOf<Key>
): string {
  return formatMessage(locale, key, values);
}

/** For keys that the compiler cannot know. */
export function formatMessage(
  locale: Locale,
  key: string,
  values?: Record<string, string | number>,
): string {
  const message = serverCatalogs[locale][key];
  if (message === undefined) throw new Error(`There is no message ${key}`);
  return formatterOf(locale)(message, values);
}
