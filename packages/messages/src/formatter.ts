import format from 'icu-minify/format';
import type { CompiledMessage, FormatValues } from 'icu-minify/format';
import { createNumberFormat } from './number-format.ts';

/** Compiled messages by their keys. */
export type Catalog = Readonly<Record<string, CompiledMessage>>;

/** Returns a function that fills values into compiled messages by the rules of a language. */
export function createFormatter(locale: string) {
  const numberFormat = { format: createNumberFormat(locale) };
  let pluralRules: Intl.PluralRules | undefined;
  const formatters = {
    // The library calls no other method of it.
    getNumberFormat: () => numberFormat as Intl.NumberFormat,
    getPluralRules: () => (pluralRules ??= new Intl.PluralRules(locale)),
    getDateTimeFormat: () => new Intl.DateTimeFormat(locale),
  };
  return (message: CompiledMessage, values?: FormatValues<string>): string =>
    String(format(message, locale, values, { formatters }));
}
