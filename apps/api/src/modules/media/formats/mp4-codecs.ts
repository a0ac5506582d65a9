import { toHdrTransfer } from './file-facts.ts';
import type { HdrTransfer } from './file-facts.ts';
import { DamagedFileError } from './file-reader.ts';
import type { FileReader } from './file-reader.ts';
import { listBoxes } from './mp4-boxes.ts';
import type { Box } from './mp4-boxes.ts';

/** Bytes before the boxes of a sample entry (ISO/IEC 14496-12, sections 12.1.3 and 12.2.3). */
const visualFieldsBytes = 78;
const audioFieldsBytes = 28;

/** H.264 profiles with 8 bits and 4:2:0 chroma: Baseline, Main and High. */
const compatibleProfiles = new Set([66, 77, 100]);
const playableFormats = new Set(['avc1', 'av01', 'vp08', 'vp09']);
/** AAC in the object types of MPEG-4 systems: MPEG-4, and MPEG-2 with three profiles. */
const aacTypes = new Set([0x40, 0x66, 0x67, 0x68]);

/** The codecs of a track. */
export interface TrackCodecs {
  /** H.264 with 8 bits and 4:2:0 chroma, or AAC: every browser plays them. */
  isCompatible: boolean;
  /** Most browsers play it. */
  isPlayable: boolean;
  /** Set only for pictures with a high dynamic range. */
  hdr: HdrTransfer | null;
}

const unknownCodecs: TrackCodecs = { isCompatible: false, isPlayable: false, hdr: null };

/**
 * Reads the codecs from the sample descriptions of a track.
 * @param sampleTable The track's `stbl`
 */
export async function readCodecs(
  reader: FileReader,
  sampleTable: Box,
  handler: 'vide' | 'soun',
): Promise<TrackCodecs> {
  const readEntry = handler === 'vide' ? readVisualEntry : readAudioEntry;
  try {
    const codecs: TrackCodecs[] = [];
    for await (const box of listBoxes(reader, sampleTable.contentStart, sampleTable.end)) {
      if (box.type !== 'stsd') continue;
      for await (const entry of listBoxes(reader, box.contentStart + 8, box.end)) {
        codecs.push(await readEntry(reader, entry));
      }
    }
    if (codecs.length === 0) return unknownCodecs;
    return {
      isCompatible: codecs.every(({ isCompatible }) => isCompatible),
      isPlayable: codecs.every(({ isPlayable }) => isPlayable),
      hdr: codecs[0]?.hdr ?? null,
    };
  } catch (error) {
    // Players accept descriptions that are followed by something else.
    if (error instanceof DamagedFileError) return unknownCodecs;
    throw error;
  }
}

async function readVisualEntry(reader: FileReader, entry: Box): Promise<TrackCodecs> {
  const hdr = await readHdrTransfer(reader, entry);
  if (entry.type !== 'avc1') {
    return { isCompatible: false, isPlayable: playableFormats.has(entry.type), hdr };
  }
  const configuration = await findBox(reader, entry, visualFieldsBytes, 'avcC');
  if (configuration === null) return unknownCodecs;
  // The second byte of the configuration (ISO/IEC 14496-15, section 5.3.3.1).
  const profile = (await reader.read(configuration.contentStart, 2)).readUInt8(1);
  const isCompatible = compatibleProfiles.has(profile);
  return { isCompatible, isPlayable: isCompatible, hdr };
}

/** The transfer characteristics in the box `colr` of MP4 (`nclx`) or QuickTime (`nclc`). */
async function readHdrTransfer(reader: FileReader, entry: Box): Promise<HdrTransfer | null> {
  const color = await findBox(reader, entry, visualFieldsBytes, 'colr');
  if (color === null) return null;
  const content = await reader.read(color.contentStart, 8);
  const type = content.toString('latin1', 0, 4);
  return type === 'nclx' || type === 'nclc' ? toHdrTransfer(content.readUInt16BE(6)) : null;
}

async function readAudioEntry(reader: FileReader, entry: Box): Promise<TrackCodecs> {
  if (entry.type !== 'mp4a')
    return { isCompatible: false, isPlayable: entry.type === 'Opus', hdr: null };
  const descriptor = await findBox(reader, entry, audioFieldsBytes, 'esds');
  const type = descriptor && (await readObjectType(reader, descriptor));
  return { isCompatible: type !== null && aacTypes.has(type), isPlayable: true, hdr: null };
}

async function findBox(
  reader: FileReader,
  entry: Box,
  fieldsBytes: number,
  type: string,
): Promise<Box | null> {
  for await (const box of listBoxes(reader, entry.contentStart + fieldsBytes, entry.end)) {
    if (box.type === type) return box;
  }
  return null;
}

const descriptorTags = { stream: 0x03, decoderConfiguration: 0x04 };

/** The type of the samples in the descriptor of a stream (ISO/IEC 14496-1, section 7.2.6). */
async function readObjectType(reader: FileReader, { contentStart, end }: Box) {
  const start = contentStart + 4;
  const content = await reader.read(start, Math.min(end - start, 64));
  const stream = enterDescriptor(content, 0, descriptorTags.stream);
  // Before the decoder configuration: an id, and flags for fields that files do not have.
  if (stream === null || (content[stream + 2] ?? 0xff) >> 5 !== 0) return null;
  const configuration = enterDescriptor(content, stream + 3, descriptorTags.decoderConfiguration);
  return configuration === null ? null : (content[configuration] ?? null);
}

/** The offset behind a descriptor's tag and its size, which has up to four bytes. */
function enterDescriptor(content: Buffer, at: number, tag: number): number | null {
  if (content[at] !== tag) return null;
  for (let offset = at + 1; offset < at + 5; offset += 1) {
    if ((content[offset] ?? 0xff) < 0x80) return offset + 1;
  }
  return null;
}
