import type { FileEdit } from './file-edits.ts';
import { DamagedFileError } from './file-reader.ts';
import type { FileReader } from './file-reader.ts';
import type { Box } from './mp4-boxes.ts';

/** Fields of boxes of which there are two versions, with times of 32 and of 64 bits. */
async function readVersioned(
  reader: FileReader,
  box: Box,
  bytes: readonly [number, number],
): Promise<{ content: Buffer; isLarge: boolean }> {
  const isLarge = (await reader.read(box.contentStart, 1)).readUInt8(0) === 1;
  const length = isLarge ? bytes[1] : bytes[0];
  if (box.end - box.contentStart < length) throw new DamagedFileError(`${box.type} is cut off.`);
  return { content: await reader.read(box.contentStart, length), isLarge };
}

/** When it was made and changed, to be forgotten: the first fields of `mvhd`, `tkhd` and `mdhd`. */
export async function timesOf(reader: FileReader, box: Box): Promise<FileEdit> {
  const { isLarge } = await readVersioned(reader, box, [12, 20]);
  return { start: box.contentStart + 4, end: box.contentStart + (isLarge ? 20 : 12) };
}

/** Of `mvhd`. Null where it leaves that open, as streams do. */
export async function readDuration(reader: FileReader, box: Box): Promise<number | null> {
  const { content, isLarge } = await readVersioned(reader, box, [20, 32]);
  const timescale = content.readUInt32BE(isLarge ? 20 : 12);
  const duration = isLarge ? Number(content.readBigUInt64BE(24)) : content.readUInt32BE(16);
  const isOpen = duration === 0 || (!isLarge && duration === 0xff_ff_ff_ff);
  return timescale === 0 || isOpen ? null : (duration / timescale) * 1000;
}

/** What kind of track it is: `vide`, `soun` or another four letters. */
export async function readHandler(reader: FileReader, box: Box | undefined): Promise<string> {
  if (box === undefined || box.end - box.contentStart < 12) {
    throw new DamagedFileError('A track is of no kind.');
  }
  return (await reader.read(box.contentStart, 12)).toString('latin1', 8);
}

/**
 * What a handler (`hdlr`) is called, and in QuickTime files who made it: it often names the camera.
 * The kind of the track before it stays; an empty name is a name, too.
 */
export function handlerNameOf(box: Box): FileEdit[] {
  const start = box.contentStart + 12;
  return start < box.end ? [{ start, end: box.end }] : [];
}

const descriptionsMax = 64;
const visualEntryBytes = 86;
/** ISO/IEC 14496-12, section 12.1.3: from the beginning of a visual sample entry. */
const compressorName = { start: 50, end: 82 };

/** What the encoder of pictures is called, in each description of a video's `stsd`: as above. */
export async function compressorNamesOf(reader: FileReader, stsd: Box): Promise<FileEdit[]> {
  const edits: FileEdit[] = [];
  let entry = stsd.contentStart + 8;
  while (edits.length < descriptionsMax && entry + visualEntryBytes <= stsd.end) {
    const bytes = (await reader.read(entry, 4)).readUInt32BE(0);
    if (bytes < visualEntryBytes || entry + bytes > stsd.end) break;
    edits.push({ start: entry + compressorName.start, end: entry + compressorName.end });
    entry += bytes;
  }
  return edits;
}

/** Of a `tkhd`: as it is shown, that is turned as its matrix says. */
export async function readTrackSize(
  reader: FileReader,
  box: Box,
): Promise<{ width: number; height: number }> {
  const { content, isLarge } = await readVersioned(reader, box, [84, 96]);
  const matrixAt = isLarge ? 52 : 40;
  // Fixed-point numbers with 16 bits behind the point.
  const width = Math.round(content.readUInt32BE(matrixAt + 36) / 65_536);
  const height = Math.round(content.readUInt32BE(matrixAt + 40) / 65_536);
  const isOnItsSide =
    content.readInt32BE(matrixAt) === 0 && content.readInt32BE(matrixAt + 4) !== 0;
  return isOnItsSide ? { width: height, height: width } : { width, height };
}
