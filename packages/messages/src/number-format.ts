/**
 * Returns a function that writes numbers by the rules of a language. It creates the browser's
 * format with the first number that needs it, because the first one on a page takes tens of
 * milliseconds.
 */
export function createNumberFormat(
  locale: string,
  options?: Intl.NumberFormatOptions,
): (value: number) => string {
  let numberFormat: Intl.NumberFormat | undefined;
  return (value) => {
    // All languages of the interface write them with the same digits.
    if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
    numberFormat ??= new Intl.NumberFormat(locale, options);
    return numberFormat.format(value);
  };
}
