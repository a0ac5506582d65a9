import type { Thread } from '@skein/contracts/threads';

export const columnsPerRow = 3;
const columnMaxWidthPx = 600;

/** A row of a grid; its id is that of its first thread. */
export interface MediaRow {
  id: string;
  threads: Thread[];
}

export function toMediaRows(threads: readonly Thread[]): MediaRow[] {
  const rows: MediaRow[] = [];
  for (let start = 0; start < threads.length; start += columnsPerRow) {
    const row = threads.slice(start, start + columnsPerRow);
    if (row[0]) rows.push({ id: row[0].id, threads: row });
  }
  return rows;
}

/** The tiles are squares. */
export function estimateRowHeight(): number {
  return Math.min(columnMaxWidthPx, document.documentElement.clientWidth) / columnsPerRow;
}
