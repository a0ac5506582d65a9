import { Readable } from 'node:stream';

interface CsvOptions {
  header?: readonly string[];
  /**
   * Puts an apostrophe before texts that spreadsheets run as formulas. Not for files that are imported
   * again.
   */
  escapesFormulas?: boolean;
}

/** A CSV file of all rows, holding only one page in memory. */
export function toCsvList(
  pages: AsyncIterable<readonly string[][]>,
  options: CsvOptions = {},
): Readable {
  return Readable.from(writeRows(pages, options), { objectMode: false });
}

async function* writeRows(
  pages: AsyncIterable<readonly string[][]>,
  { header, escapesFormulas: escape_formulas = false }: CsvOptions,
) {
  const { stringify } = await import('csv-stringify/sync');
  if (header !== undefined) yield stringify([[...header]]);
  for await (const page of pages) yield stringify([...page], { escape_formulas });
}
