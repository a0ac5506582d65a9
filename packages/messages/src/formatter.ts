import format from 'icu-minify/format';
import type { CompiledMessage, FormatValues } from 'icu-minify/format';
import { createNumberFormat } from './number-format.ts';

/** Compiled messages by their keys. */
export type Catalog = Readonly<Record<string, CompiledMessage>>;

/** Returns a function that fills values into compiled messages by the rules of a language. */
export function createFormatter(locale: string) {
  // The library calls no other method of it.
  const numberFormat = { format: createNumberFormat(locale) } as Intl.NumberFormat;
  let pluralRules: Intl.PluralRules | undefined;
  const formatters = {
    getNumberFormat: () => numberFormat,
    getPluralRules: () => (pluralRules ??= new Intl.PluralRules(locale)),
    getDateTimeFormat: () => new Intl.DateTimeFormat(locale),
  };
  return (message: CompiledMessage, values?: FormatValues<string>): string =>
    String(format(message, locale, values, { formatters }));
}
