import type { FileEdit } from './file-edits.ts';
import { DamagedFileError } from './file-reader.ts';
import type { FileReader } from './file-reader.ts';

/** An element of EBML (RFC 8794), the language of WebM. */
export interface Element {
  /** With its marker bits, as the specification writes it. */
  id: number;
  start: number;
  contentStart: number;
  end: number;
  /** It leaves open where it ends; `end` is then that of what it lies in. */
  isOpen: boolean;
}

const headerMaxBytes = 12;

/**
 * The element at `start`.
 * @throws DamagedFileError when it is none, or reaches beyond `limit`
 */
export async function readElement(
  reader: FileReader,
  start: number,
  limit: number,
): Promise<Element> {
  const header = await reader.read(start, Math.min(headerMaxBytes, limit - start));
  const idBytes = countBytes(header, 0, 4);
  const sizeBytes = countBytes(header, idBytes, 8);
  // The first byte's marker goes before the number is made: with it, it may be too large to be exact.
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

/** A number's first byte has as many leading zeros as bytes follow it. */
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

/** Null for what is no number. */
export async function readFloat(reader: FileReader, element: Element): Promise<number | null> {
  const length = element.end - element.contentStart;
  if (length !== 4 && length !== 8) return null;
  const content = await reader.read(element.contentStart, length);
  return length === 4 ? content.readFloatBE(0) : content.readDoubleBE(0);
}

/** Makes an element one that players pass over (Void), with nothing in it. Nothing else moves. */
export function emptyElement({ start, end }: Element): FileEdit[] {
  const bytes = end - start;
  const head = Buffer.alloc(bytes < 9 ? 2 : 9);
  head[0] = 0xec;
  // A size of eight bytes where there is room for one, else of one.
  if (head.length === 2) head[1] = 0x80 | (bytes - 2);
  else head.writeBigUInt64BE(BigInt(bytes - 9) | (1n << 56n), 1);
  return [
    { start, end: start + head.length, head },
    { start: start + head.length, end },
  ];
}
