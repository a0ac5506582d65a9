import type { Readable } from 'node:stream';
import type { Import } from '@skein/contracts/imports';
import { csvHeaders } from '../../platform/csv/csv-headers.ts';
import { toCsvList } from '../../platform/csv/csv-list.ts';
import type { StoredRow } from './imports.repository.ts';

/** A CSV file in the format of the imported one. */
export function writeFailures(
  kind: Import['kind'],
  pages: AsyncIterable<readonly StoredRow[]>,
): Readable {
  switch (kind) {
    case 'follows':
      return toCsvList(
        mapRows(pages, ({ address, showsReposts, isNotifying }) => [
          address,
          String(showsReposts),
          String(isNotifying),
          '',
        ]),
        { header: csvHeaders.following },
      );
    case 'mutes':
      return toCsvList(
        mapRows(pages, (row) => [row.address, 'true']),
        { header: csvHeaders.muted },
      );
    case 'blocks':
      return toCsvList(mapRows(pages, (row) => [row.address]));
    case 'lists':
      return toCsvList(mapRows(pages, (row) => [row.listName ?? '', row.address]));
  }
}

async function* mapRows(
  pages: AsyncIterable<readonly StoredRow[]>,
  toColumns: (row: StoredRow) => string[],
) {
  for await (const page of pages) yield page.map(toColumns);
}
