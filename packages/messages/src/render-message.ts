import type { FormatValues } from 'icu-minify/format';
import type { Locale } from '../generated/locales.ts';
import { serverCatalogs } from '../generated/server.ts';
import { createFormatter } from './formatter.ts';
import type { MessageKey, ValuesOf } from './message-values.ts';
import type { ResponseMessage } from './response-message.ts';

type ServerKey = Extract<MessageKey, `${'email' | 'embed' | 'preview' | 'registration'}.${string}`>;

/** Created with the first message of a locale, because that takes milliseconds. */
const formatters = new Map<Locale, ReturnType<typeof createFormatter>>();

/** The text of a message in a language, with its values filled in. */
export function t<Key extends ServerKey>(
  locale: Locale,
  key: Key,
  ...[values]: ValuesOf<Key>
): string {
  return formatMessage(locale, key, values);
}

/** The text of a response in a language. */
export function renderMessage(locale: Locale, message: ResponseMessage): string {
  if (typeof message === 'string') return formatMessage(locale, message);
  const { key, values } = message;
  if (!('label' in values) || values.label.startsWith('"')) {
    return formatMessage(locale, key, { ...values });
  }
  return formatMessage(locale, key, { ...values, label: formatMessage(locale, values.label) });
}

function formatMessage(locale: Locale, key: string, values?: FormatValues<string>): string {
  const message = serverCatalogs[locale][key];
  if (message === undefined) throw new Error(`There is no message ${key}`);
  const format = formatters.get(locale) ?? createFormatter(locale);
  formatters.set(locale, format);
  return format(message, values);
}
