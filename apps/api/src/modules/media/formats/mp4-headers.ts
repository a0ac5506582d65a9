import type { FileEdit } from './file-edits.ts';
import { DamagedFileError } from './file-reader.ts';
import type { FileReader } from './file-reader.ts';
import type { Box } from './mp4-boxes.ts';

/** Fields of boxes with two versions, with times of 32 or 64 bits. */
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

/** Erases the creation and modification times: the first fields of `mvhd`, `tkhd` and `mdhd`. */
export async function eraseTimes(reader: FileReader, box: Box): Promise<FileEdit> {
  const { isLarge } = await readVersioned(reader, box, [12, 20]);
  return { start: box.contentStart + 4, end: box.contentStart + (isLarge ? 20 : 12) };
}

/** The duration in `mvhd`; null when unknown, as in streams. */
export async function readDuration(reader: FileReader, box: Box): Promise<number | null> {
  const { content, isLarge } = await readVersioned(reader, box, [20, 32]);
  const timescale = content.readUInt32BE(isLarge ? 20 : 12);
  const duration = isLarge ? Number(content.readBigUInt64BE(24)) : content.readUInt32BE(16);
  const isOpen = duration === 0 || (!isLarge && duration === 0xff_ff_ff_ff);
  return timescale === 0 || isOpen ? null : (duration / timescale) * 1000;
}

/** The track type: `vide`, `soun` or another code. */
export async function readHandler(reader: FileReader, box: Box | undefined): Promise<string> {
  if (box === undefined || box.end - box.contentStart < 12) {
    throw new DamagedFileError('A track is of no kind.');
  }
  return (await reader.read(box.contentStart, 12)).toString('latin1', 8);
}

/**
 * Erases the name of a handler (`hdlr`), and in QuickTime files its manufacturer, which often name
 * the camera. The track type before it stays; an empty name is valid.
 */
export function eraseHandlerName(box: Box): FileEdit[] {
  const start = box.contentStart + 12;
  return start < box.end ? [{ start, end: box.end }] : [];
}

const descriptionsMax = 64;
const visualEntryBytes = 86;
/** ISO/IEC 14496-12, section 12.1.3: offset in a visual sample entry. */
const compressorName = { start: 50, end: 82 };

/** Erases the encoder's name in each video sample description of a `stsd`. */
export async function eraseCompressorNamesIn(reader: FileReader, stsd: Box): Promise<FileEdit[]> {
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

/** The display size of a `tkhd`, rotated by its matrix. */
export async function readTrackSize(
  reader: FileReader,
  box: Box,
): Promise<{ width: number; height: number }> {
  const { content, isLarge } = await readVersioned(reader, box, [84, 96]);
  const matrixAt = isLarge ? 52 : 40;
  // Fixed-point numbers with 16 fractional bits.
  const width = Math.round(content.readUInt32BE(matrixAt + 36) / 65_536);
  const height = Math.round(content.readUInt32BE(matrixAt + 40) / 65_536);
  const isOnItsSide =
    content.readInt32BE(matrixAt) === 0 && content.readInt32BE(matrixAt + 4) !== 0;
  return isOnItsSide ? { width: height, height: width } : { width, height };
}
