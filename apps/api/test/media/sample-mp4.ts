/** Small MP4 files. Their samples are no images: only the boxes around them are read. */

type Content = Buffer | string;

export function box(type: string, ...content: Content[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

/** A box with a 64-bit size. */
export function largeBox(type: string, size: bigint, ...content: Buffer[]): Buffer {
  const large = Buffer.alloc(8);
  large.writeBigUInt64BE(size);
  return Buffer.concat([u32(1), Buffer.from(type, 'latin1'), large, ...content]);
}

export function u32(...numbers: number[]): Buffer {
  const buffer = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) buffer.writeUInt32BE(number, index * 4);
  return buffer;
}

interface Track {
  handler: string;
  width?: number;
  height?: number;
  isOnItsSide?: boolean;
  extra?: Buffer[];
  /** Offset of its single chunk of samples. */
  chunk?: { start: number; sizes: number[] };
  /** The handler's name. */
  name?: string;
  /** The encoder's name. */
  compressor?: string;
  /** Replaces the chunk table. */
  chunks?: Buffer;
  /** The codec of a video, by default H.264. */
  codec?: string;
  /** The transfer characteristics of a video, a number of ITU-T H.273. */
  transfer?: number;
  /** The profile of H.264, by default High. */
  profile?: number;
  /** The type of sound samples in `mp4a`, such as 0x40 for AAC; by default, the codec is unknown. */
  audioType?: number;
}

/** The recording time, which must not be in the stored file. */
export const recordedAt = 0xdd_cc_bb_aa;

export function track(options: Track): Buffer {
  const { width = 0, height = 0, extra = [], chunk } = options;
  const matrix = options.isOnItsSide
    ? [0, 0x1_0000, 0, 0xff_ff_00_00, 0, 0, 0, 0, 0x4000_0000]
    : [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000];
  const size = [width * 65_536, height * 65_536];
  const header = u32(3, recordedAt, recordedAt, 1, 0, 2000, 0, 0, 0, 0, ...matrix, ...size);
  const sizes = chunk?.sizes ?? [];
  const samples = box(
    'stbl',
    ...describeVideo(options),
    ...describeAudio(options),
    box('stsz', u32(0, 0, sizes.length, ...sizes)),
    box('stsc', chunk ? u32(0, 1, 1, sizes.length, 1) : u32(0, 0)),
    box('stco', options.chunks ?? (chunk ? u32(0, 1, chunk.start) : u32(0, 0))),
  );
  const media = box(
    'mdia',
    box('mdhd', u32(0, recordedAt, recordedAt, 1000, 2000, 0)),
    handlerBox(options),
    box('minf', samples),
  );
  return box('trak', box('tkhd', header), media, ...extra);
}

function handlerBox({ handler, name = '' }: Track): Buffer {
  return box('hdlr', u32(0, 0), handler, u32(0, 0, 0), `${name}\0`);
}

/** The sample description of a visual track, with a codec box after its fixed fields. */
function describeVideo({
  handler,
  compressor = '',
  codec = 'avc1',
  profile = 100,
  transfer = 1,
}: Track): Buffer[] {
  if (handler !== 'vide') return [];
  const fields = Buffer.alloc(78);
  fields[42] = compressor.length;
  fields.write(compressor, 43, 'latin1');
  const configuration = box('avcC', Buffer.from([1, profile, 0, 30]), 'codec configuration');
  const color = box('colr', 'nclx', Buffer.from([0, 9, 0, transfer, 0, 9, 0]));
  return [box('stsd', u32(0, 1), box(codec, fields, configuration, color))];
}

/** The sample description of a sound track. */
function describeAudio({ audioType }: Track): Buffer[] {
  if (audioType === undefined) return [];
  const descriptor = [0x03, 0x80, 0x80, 0x16, 0, 1, 0, 0x04, 0x11, audioType, 0x15];
  const entry = box('mp4a', Buffer.alloc(28), box('esds', u32(0), Buffer.from(descriptor), u32(0)));
  return [box('stsd', u32(0, 1), entry)];
}

export const videoTrack = track({ handler: 'vide', width: 320, height: 180 });
export const audioTrack = track({ handler: 'soun' });
export const aacTrack = track({ handler: 'soun', audioType: 0x40 });

interface Mp4Options {
  brand?: string;
  tracks?: Buffer[];
  /** Further boxes in `moov`. */
  moovBoxes?: Buffer[];
  /** Further boxes before the samples. */
  boxesBeforeSamples?: Buffer[];
  samples?: Content;
  /** Whether `moov` is behind the samples. */
  isIndexLast?: boolean;
  durationMs?: number;
}

export function sampleMp4(options: Mp4Options = {}): Buffer {
  const {
    brand = 'isom',
    tracks = [videoTrack, audioTrack],
    moovBoxes = [],
    boxesBeforeSamples = [],
    durationMs = 2500,
  } = options;
  const header = box('mvhd', u32(0, recordedAt, recordedAt, 1000, durationMs), Buffer.alloc(80));
  const index = box('moov', header, ...tracks, ...moovBoxes);
  return Buffer.concat([
    box('ftyp', brand, u32(512), 'isommp42'),
    ...(options.isIndexLast ? [] : [index]),
    ...boxesBeforeSamples,
    box('mdat', options.samples ?? 'samples of pictures and sound'),
    ...(options.isIndexLast ? [index] : []),
  ]);
}

export const sampleM4a = (): Buffer => sampleMp4({ brand: 'M4A ', tracks: [audioTrack] });
