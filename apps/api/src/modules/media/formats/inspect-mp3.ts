import { toFacts } from './file-facts.ts';
import type { FileFacts } from './file-facts.ts';
import { addEdits } from './file-edits.ts';
import type { FileEdit } from './file-edits.ts';
import { DamagedFileError } from './file-reader.ts';
import type { FileReader } from './file-reader.ts';
import { readMp3Frame } from './mp3-frames.ts';

const framesMin = 3;
/** For ID3v1, APE and Lyrics tags and a truncated last frame at the end. */
const tailMaxBytes = 1024 * 1024;
const tagHeaderBytes = 10;

/**
 * Inspects an MP3 file: ID3v2 tags, then frames without gaps. The tags are erased, because pictures
 * and notes in them may contain locations.
 * @throws DamagedFileError for another format
 */
export async function inspectMp3(reader: FileReader): Promise<FileFacts> {
  const edits: FileEdit[] = [];
  let frames = 0;
  let durationMs = 0;
  let offset = 0;
  while (offset + tagHeaderBytes <= reader.size) {
    const header = await reader.read(offset, tagHeaderBytes);
    const tagBytes = readTagBytes(header);
    if (tagBytes !== null && offset + tagBytes <= reader.size && frames === 0) {
      addEdits(edits, emptyTag(offset, offset + tagBytes));
      offset += tagBytes;
      continue;
    }
    const frame = readMp3Frame(header);
    if (frame === null || offset + frame.bytes > reader.size) break;
    frames += 1;
    durationMs += frame.durationMs;
    offset += frame.bytes;
  }
  const tailBytes = reader.size - offset;
  if (frames < framesMin || tailBytes > tailMaxBytes) throw new DamagedFileError('This is no MP3.');
  edits.push({ start: offset, end: reader.size });
  return toFacts({
    mediaType: 'audio',
    extension: 'mp3',
    width: null,
    height: null,
    durationMs,
    edits,
  });
}

/** The size with the header; null without an ID3v2 tag. Each byte of the size has seven bits. */
function readTagBytes(header: Buffer): number | null {
  if (header.toString('latin1', 0, 3) !== 'ID3') return null;
  const size = header.subarray(6, 10).reduce((total, byte) => total * 128 + (byte & 127), 0);
  const hasFooter = (header.readUInt8(5) & 0x10) !== 0;
  return tagHeaderBytes + size + (hasFooter ? tagHeaderBytes : 0);
}

/** Replaces a tag by padding of the same size, and clears the flags. */
function emptyTag(start: number, end: number): FileEdit[] {
  return [
    { start: start + 5, end: start + 6, head: Buffer.alloc(1) },
    { start: start + tagHeaderBytes, end },
  ];
}
