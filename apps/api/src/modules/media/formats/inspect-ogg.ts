import { toFacts } from './file-facts.ts';
import type { FileFacts } from './file-facts.ts';
import { DamagedFileError } from './file-reader.ts';
import type { FileReader } from './file-reader.ts';

/** A page of an Ogg file (RFC 3533, section 6). */
interface Page {
  isFirst: boolean;
  /** Number of samples up to its end; null when no packet ends in the page. */
  samples: number | null;
  stream: number;
  contentStart: number;
  end: number;
}

interface Codec {
  samplesPerSecond: number;
  /** Samples at the beginning that are not played. */
  skippedSamples: number;
}

const headerBytes = 27;
const firstPageFlag = 2;

/**
 * Inspects an Ogg audio file: Opus, Vorbis, FLAC or Speex.
 * @throws DamagedFileError for another format, a truncated file or other content
 */
export async function inspectOgg(reader: FileReader): Promise<FileFacts> {
  const codecs = new Map<number, Codec>();
  let durationMs = 0;
  for (let offset = 0; offset < reader.size;) {
    const page = await readPage(reader, offset);
    if (page.isFirst) codecs.set(page.stream, await readCodec(reader, page));
    const codec = codecs.get(page.stream);
    if (codec === undefined) throw new DamagedFileError('A page is of no stream.');
    if (page.samples !== null) {
      const samples = page.samples - codec.skippedSamples;
      durationMs = Math.max(durationMs, (samples / codec.samplesPerSecond) * 1000);
    }
    offset = page.end;
  }
  return toFacts({
    mediaType: 'audio',
    extension: 'ogg',
    width: null,
    height: null,
    durationMs,
    edits: [],
  });
}

async function readPage(reader: FileReader, start: number): Promise<Page> {
  const header = await reader.read(start, headerBytes);
  if (header.toString('latin1', 0, 5) !== 'OggS\0') throw new DamagedFileError('A page is none.');
  const isFirst = (header.readUInt8(5) & firstPageFlag) !== 0;
  const samples = header.readBigInt64LE(6);
  const stream = header.readUInt32LE(14);
  const segments = header.readUInt8(26);
  const contentStart = start + headerBytes + segments;
  const sizes = await reader.read(start + headerBytes, segments);
  const end = contentStart + sizes.reduce((total, bytes) => total + bytes, 0);
  if (end > reader.size) throw new DamagedFileError('It is cut off.');
  return { isFirst, samples: samples < 0n ? null : Number(samples), stream, contentStart, end };
}

async function readCodec(reader: FileReader, page: Page): Promise<Codec> {
  const length = Math.min(page.end - page.contentStart, 64);
  const head = await reader.read(page.contentStart, length);
  const codec = findCodec(head);
  if (codec === null || codec.samplesPerSecond === 0) {
    throw new DamagedFileError('It holds something else than sound.');
  }
  return codec;
}

function findCodec(head: Buffer): Codec | null {
  const name = head.toString('latin1');
  if (name.startsWith('OpusHead') && head.length >= 19) {
    return { samplesPerSecond: 48_000, skippedSamples: head.readUInt16LE(10) };
  }
  if (name.startsWith('\x01vorbis') && head.length >= 30) {
    return { samplesPerSecond: head.readUInt32LE(12), skippedSamples: 0 };
  }
  if (name.startsWith('\x7fFLAC') && name.startsWith('fLaC', 9) && head.length >= 31) {
    return { samplesPerSecond: head.readUIntBE(27, 3) >> 4, skippedSamples: 0 };
  }
  if (name.startsWith('Speex   ') && head.length >= 40) {
    return { samplesPerSecond: head.readUInt32LE(36), skippedSamples: 0 };
  }
  return null;
}
