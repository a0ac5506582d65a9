import type { FileEdit } from './file-edits.ts';
import { DamagedFileError } from './file-reader.ts';
import type { FileReader } from './file-reader.ts';
import { listBoxes } from './mp4-boxes.ts';
import type { Box } from './mp4-boxes.ts';

const tableTypes = new Set(['stco', 'co64', 'stsc', 'stsz']);

type Tables = ReadonlyMap<string, Buffer>;

/**
 * Erases all samples of a track (ISO/IEC 14496-12, sections 8.7.3 to 8.7.5).
 * @param sampleTable The track's `stbl`
 * @throws DamagedFileError for invalid tables
 */
export async function eraseSamples(reader: FileReader, sampleTable: Box): Promise<FileEdit[]> {
  const { contentStart, end } = sampleTable;
  const tables = new Map<string, Buffer>();
  for await (const box of listBoxes(reader, contentStart, end)) {
    if (!tableTypes.has(box.type)) continue;
    const content = await reader.read(box.contentStart, box.end - box.contentStart);
    tables.set(box.type, Buffer.from(content));
  }
  const starts = readChunkStarts(tables);
  const counts = readSamplesPerChunk(tables, starts.length);
  const getBytes = sampleSizes(tables);
  let sample = 0;
  return starts.map((start, chunk) => {
    const count = counts[chunk] ?? 0;
    const bytes = getBytes(sample, count);
    sample += count;
    return { start, end: start + bytes };
  });
}

interface Column {
  /** Offset of the row count; the first row follows. */
  countAt: number;
  rowBytes: number;
  /** Offset of the value in a row. */
  offset: number;
}

function readColumn(table: Buffer | undefined, { countAt, rowBytes, offset }: Column): number[] {
  if (table === undefined) return [];
  const rowsAt = countAt + 4;
  const count = table.length < rowsAt ? Infinity : table.readUInt32BE(countAt);
  if (rowsAt + count * rowBytes > table.length) throw new DamagedFileError('A table is cut off.');
  return Array.from({ length: count }, (_, row) =>
    table.readUInt32BE(rowsAt + row * rowBytes + offset),
  );
}

function readChunkStarts(tables: Tables): number[] {
  const large = { countAt: 4, rowBytes: 8 };
  const low = readColumn(tables.get('co64'), { ...large, offset: 4 });
  const high = readColumn(tables.get('co64'), { ...large, offset: 0 });
  return readColumn(tables.get('stco'), { countAt: 4, rowBytes: 4, offset: 0 }).concat(
    high.map((number, row) => number * 2 ** 32 + (low[row] ?? 0)),
  );
}

/** A row has the number of samples per chunk, from its first chunk (counted from 1) on. */
function readSamplesPerChunk(tables: Tables, chunks: number): number[] {
  const table = { countAt: 4, rowBytes: 12 };
  const firsts = readColumn(tables.get('stsc'), { ...table, offset: 0 });
  const samples = readColumn(tables.get('stsc'), { ...table, offset: 4 });
  const counts: number[] = [];
  for (const [row, first] of firsts.entries()) {
    // The work is limited to the number of chunks only if the order is ascending.
    if (first !== counts.length + 1) throw new DamagedFileError('Chunks are out of order.');
    const next = Math.min(firsts[row + 1] ?? chunks + 1, chunks + 1);
    for (let chunk = first; chunk < next; chunk += 1) counts.push(samples[row] ?? 0);
  }
  return counts;
}

/** The size of a run of samples in bytes. */
function sampleSizes(tables: Tables): (first: number, count: number) => number {
  const table = tables.get('stsz');
  if (table === undefined || table.length < 12) throw new DamagedFileError('No sizes of samples.');
  const fixed = table.readUInt32BE(4);
  if (fixed > 0) return (_first, count) => fixed * count;
  const sizes = readColumn(table, { countAt: 8, rowBytes: 4, offset: 0 });
  return (first, count) =>
    sizes.slice(first, first + count).reduce((total, bytes) => total + bytes, 0);
}
