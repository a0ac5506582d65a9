import format from 'icu-minify/format';
import type { CompiledMessage, FormatValues } from 'icu-minify/format';

/** Compiled messages by their keys. */
export type Catalog = Readonly<Record<string, CompiledMessage>>;

/** Returns a function that fills values into compiled messages by the rules of a language. */
export function createFormatter(locale: string) {
  const numberFormat = new Intl.NumberFormat(locale);
  const pluralRules = new Intl.PluralRules(locale);
  const formatters = {
    getNumberFormat: () => numberFormat,
    getPluralRules: () => pluralRules,
    getDateTimeFormat: () => new Intl.DateTimeFormat(locale),
  };
  return (message: CompiledMessage, values?: FormatValues<string>): string =>
    String(format(message, locale, values, { formatters }));
}
