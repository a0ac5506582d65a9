import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';

/** A CSV file of all rows, holding only one page in memory. */
export function toCsvList(
  pages: AsyncIterable<readonly string[][]>,
  header?: readonly string[],
): Readable {
  return Readable.from(writeRows(pages, header), { objectMode: false });
}

async function* writeRows(pages: AsyncIterable<readonly string[][]>, header?: readonly string[]) {
  if (header !== undefined) yield stringify([[...header]]);
  for await (const page of pages) yield stringify([...page]);
}
