import { toFacts } from './container-facts.ts';
import type { ContainerFacts } from './container-facts.ts';
import { addEdits } from './file-edits.ts';
import type { FileEdit } from './file-edits.ts';
import { DamagedFileError } from './file-reader.ts';
import type { FileReader } from './file-reader.ts';
import { readMp3Frame } from './mp3-frames.ts';

const framesMin = 3;
/** Of ID3v1, APE and Lyrics tags behind the sound, of a last frame that is cut off. */
const tailMaxBytes = 1024 * 1024;
const tagHeaderBytes = 10;

/**
 * Reads an MP3 file: ID3v2 tags, then one frame behind the other to the end. The tags are emptied:
 * pictures and private notes in them may tell of places.
 * @throws DamagedFileError when it is none
 */
export async function inspectMp3(reader: FileReader): Promise<ContainerFacts> {
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

/** With its header; null where there is no ID3v2 tag. Of each byte of its size seven bits count. */
function readTagBytes(header: Buffer): number | null {
  if (header.toString('latin1', 0, 3) !== 'ID3') return null;
  const size = header.subarray(6, 10).reduce((total, byte) => total * 128 + (byte & 127), 0);
  const hasFooter = (header.readUInt8(5) & 0x10) !== 0;
  return tagHeaderBytes + size + (hasFooter ? tagHeaderBytes : 0);
}

/** A tag of the same size that is padding alone; the flags, which would call for more, are gone. */
function emptyTag(start: number, end: number): FileEdit[] {
  return [
    { start: start + 5, end: start + 6, head: Buffer.alloc(1) },
    { start: start + tagHeaderBytes, end },
  ];
}
