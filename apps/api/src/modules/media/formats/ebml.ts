import type { FileEdit } from './file-edits.ts';
import { DamagedFileError } from './file-reader.ts';
import type { FileReader } from './file-reader.ts';

/** An EBML element (RFC 8794), the encoding of WebM. */
export interface Element {
  /** With its marker bits, as in the specification. */
  id: number;
  start: number;
  contentStart: number;
  end: number;
  /** Its size is unknown; `end` is the end of its parent. */
  isOpen: boolean;
}

const headerMaxBytes = 12;

/**
 * Reads the element at `start`.
 * @throws DamagedFileError for an invalid element, or one beyond `limit`
 */
export async function readElement(
  reader: FileReader,
  start: number,
  limit: number,
): Promise<Element> {
  const header = await reader.read(start, Math.min(headerMaxBytes, limit - start));
  const idBytes = countBytes(header, 0, 4);
  const sizeBytes = countBytes(header, idBytes, 8);
  // Remove the marker first: with it, the number may be too large to be exact.
  const size = Buffer.from(header.subarray(idBytes, idBytes + sizeBytes));
  size[0] = (size[0] ?? 0) & (0xff >> sizeBytes);
  const contentStart = start + idBytes + sizeBytes;
  const bytes = toNumber(size);
  const isOpen = bytes === 2 ** (7 * sizeBytes) - 1;
  const end = isOpen ? limit : contentStart + bytes;
  if (end > limit) throw new DamagedFileError('It is cut off.');
  return { id: header.readUIntBE(0, idBytes), start, contentStart, end, isOpen };
}

export async function* listElements(reader: FileReader, parent: Element): AsyncGenerator<Element> {
  for (let offset = parent.contentStart; offset < parent.end;) {
    const element = await readElement(reader, offset, parent.end);
    yield element;
    offset = element.end;
  }
}

/** The leading zeros of the first byte are the number of bytes that follow. */
function countBytes(header: Buffer, at: number, max: number): number {
  const bytes = Math.clz32(header[at] ?? 0) - 23;
  if (bytes > max || at + bytes > header.length) throw new DamagedFileError('It is cut off.');
  return bytes;
}

function toNumber(bytes: Buffer): number {
  return bytes.reduce((number, byte) => number * 256 + byte, 0);
}

/** Zero for an element without content. */
export async function readUnsigned(reader: FileReader, element: Element): Promise<number> {
  const length = element.end - element.contentStart;
  if (length > 8) throw new DamagedFileError('A number is too long.');
  return toNumber(await reader.read(element.contentStart, length));
}

/** Null for an invalid number. */
export async function readFloat(reader: FileReader, element: Element): Promise<number | null> {
  const length = element.end - element.contentStart;
  if (length !== 4 && length !== 8) return null;
  const content = await reader.read(element.contentStart, length);
  return length === 4 ? content.readFloatBE(0) : content.readDoubleBE(0);
}

/** Replaces an element by an empty Void element of the same size, which players skip. */
export function emptyElement({ start, end }: Element): FileEdit[] {
  const bytes = end - start;
  const head = Buffer.alloc(bytes < 9 ? 2 : 9);
  head[0] = 0xec;
  // A size of eight bytes if there is space, else of one.
  if (head.length === 2) head[1] = 0x80 | (bytes - 2);
  else head.writeBigUInt64BE(BigInt(bytes - 9) | (1n << 56n), 1);
  return [
    { start, end: start + head.length, head },
    { start: start + head.length, end },
  ];
}
