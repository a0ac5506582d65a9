import { createReadStream } from 'node:fs';
import { decode } from '@ipld/dag-cbor';
import { CID } from 'multiformats/cid';
import { varint } from 'multiformats';
import type { CountBytes } from './archive-post.ts';
import { archiveTooLarge, damagedArchive } from './archive-errors.ts';

/** A block of AT Protocol has at most 1 MB. */
const sectionMaxBytes = 2 * 1024 ** 2;
const blocksMax = 3_000_000;
const lengthMaxBytes = 8;

export interface Block {
  cid: CID;
  content: unknown;
}

/** The blocks of a CAR file (version 1), decoded, one after the other. The header comes first. */
export async function* readBlocks(path: string, countBytes: CountBytes): AsyncGenerator<Block> {
  let isHeader = true;
  let count = 0;
  for await (const section of readSections(path, countBytes)) {
    count += 1;
    if (count > blocksMax) throw archiveTooLarge();
    if (!isHeader) {
      const [cid, content] = CID.decodeFirst(section);
      yield { cid, content: decode(content) };
    }
    isHeader = false;
  }
}

/** Each section begins with its length. */
async function* readSections(path: string, countBytes: CountBytes): AsyncGenerator<Uint8Array> {
  let buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path)) {
    const bytes = chunk as Buffer;
    countBytes(bytes.length);
    buffer = Buffer.concat([buffer, bytes]);
    let start = 0;
    for (;;) {
      const length = readLength(buffer, start);
      if (length === null || start + length.bytes + length.value > buffer.length) break;
      start += length.bytes;
      yield buffer.subarray(start, start + length.value);
      start += length.value;
    }
    buffer = buffer.subarray(start);
  }
  if (buffer.length > 0) throw damagedArchive();
}

/** Null if the end of the number is missing. */
function readLength(buffer: Buffer, start: number): { value: number; bytes: number } | null {
  const available = buffer.subarray(start, start + lengthMaxBytes);
  // The last byte of the number has no continuation bit.
  const isComplete = available.some((byte) => byte < 0x80);
  if (!isComplete && available.length < lengthMaxBytes) return null;
  const [value, bytes] = varint.decode(available);
  if (value === 0 || value > sectionMaxBytes) throw damagedArchive();
  return { value, bytes };
}
