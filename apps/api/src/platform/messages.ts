import { createFormatter, locales } from '@skein/messages';
import type { Locale, MessageKey, ValuesOf } from '@skein/messages';
import { serverCatalogs } from '@skein/messages/server';

export type { Locale } from '@skein/messages';

type ServerKey = Extract<MessageKey, `${'email' | 'preview'}.${string}`>;

// Each locale has a formatter.
const formatters = Object.fromEntries(
  locales.map((locale) => [locale, createFormatter(locale)]),
) as Record<Locale, ReturnType<typeof createFormatter>>;

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
  return formatters[locale](message, values);
}
