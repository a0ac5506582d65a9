import { DamagedFileError } from './file-reader.ts';
import type { FileReader } from './file-reader.ts';
import type { FileEdit } from './file-edits.ts';

/** A box of an ISO base media file (ISO/IEC 14496-12, section 4.2). */
export interface Box {
  type: string;
  start: number;
  contentStart: number;
  end: number;
}

const headerBytes = 8;
const largeHeaderBytes = 16;

/**
 * Lists the boxes from `start` to `end`, which follow each other without gaps.
 * @throws DamagedFileError when a box exceeds its parent or is smaller than its header
 */
export async function* listBoxes(
  reader: FileReader,
  start: number,
  end: number,
): AsyncGenerator<Box> {
  for (let offset = start; offset < end;) {
    const box = await readBox(reader, offset, end);
    yield box;
    offset = box.end;
  }
}

async function readBox(reader: FileReader, start: number, limit: number): Promise<Box> {
  const header = await reader.read(start, headerBytes);
  const type = header.toString('latin1', 4);
  const size = header.readUInt32BE(0);
  if (size === 1) {
    const large = (await reader.read(start, largeHeaderBytes)).readBigUInt64BE(8);
    return within({ type, start, contentStart: start + largeHeaderBytes }, large, limit);
  }
  // The last box of a file may have an unknown size.
  const isOpen = size === 0 && limit === reader.size;
  const bytes = isOpen ? limit - start : size;
  return within({ type, start, contentStart: start + headerBytes }, BigInt(bytes), limit);
}

function within(box: Omit<Box, 'end'>, bytes: bigint, limit: number): Box {
  const isPossible =
    bytes >= BigInt(box.contentStart - box.start) && bytes <= BigInt(limit - box.start);
  if (!isPossible) throw new DamagedFileError(`Box ${box.type} can't be of this size.`);
  return { ...box, end: box.start + Number(bytes) };
}

/** Replaces a box by an empty `free` box of the same size, which players skip. */
export function emptyBox(box: Box): FileEdit[] {
  return [
    { start: box.start + 4, end: box.start + 8, head: Buffer.from('free') },
    { start: box.contentStart, end: box.end },
  ];
}
