/** The smallest complete files of each format. */

/** An EBML element; its size is written in eight bytes. */
export function element(id: number, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n));
  return Buffer.concat([elementId(id), size, body]);
}

/** An element of unknown size. */
export function openElement(id: number, ...content: Buffer[]): Buffer {
  const size = Buffer.from('01ffffffffffffff', 'hex');
  return Buffer.concat([elementId(id), size, ...content]);
}

function elementId(id: number): Buffer {
  const hex = id.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
}

const webmHeader = element(0x1a_45_df_a3, element(0x42_82, 'webm'));
const webmTracks = element(
  0x16_54_ae_6b,
  element(
    0xae,
    element(0x83, Buffer.from([1])),
    element(0xe0, element(0xb0, Buffer.from([1, 64])), element(0xba, Buffer.from([180]))),
  ),
);
const webmBlock = element(0xa3, Buffer.from([0x81, 0, 0, 0x80, 1, 2, 3]));

/** Two seconds of 320 by 180. */
export function sampleWebm(...parts: Buffer[]): Buffer {
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE(2000);
  const info = element(0x15_49_a9_66, element(0x44_89, duration), element(0x7b_a9, 'A title'));
  return Buffer.concat([
    webmHeader,
    element(0x18_53_80_67, info, webmTracks, element(0x1f_43_b6_75, webmBlock), ...parts),
  ]);
}

/** As recorded by browsers, with unknown sizes and duration. */
export function sampleLiveWebm(...parts: Buffer[]): Buffer {
  const cluster = openElement(0x1f_43_b6_75, element(0xe7, Buffer.from([0])), webmBlock, webmBlock);
  return Buffer.concat([
    webmHeader,
    openElement(0x18_53_80_67, webmTracks, cluster, cluster, ...parts),
  ]);
}

/** A voice message, as recorded by Chromium. */
export function sampleVoiceWebm(): Buffer {
  const tracks = element(0x16_54_ae_6b, element(0xae, element(0x83, Buffer.from([2]))));
  const cluster = openElement(0x1f_43_b6_75, element(0xe7, Buffer.from([0])), webmBlock);
  return Buffer.concat([webmHeader, openElement(0x18_53_80_67, tracks, cluster)]);
}

export function chunk(type: string, content: Buffer | string): Buffer {
  const body = Buffer.from(content);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from(type), size, body, Buffer.alloc(body.length % 2)]);
}

/** Silence, one byte per sample, 8,000 samples per second. */
export function sampleWav(options: { bytes?: number; chunks?: Buffer[] } = {}): Buffer {
  const { bytes = 4000, chunks = [] } = options;
  const format = Buffer.from('01000100401f0000401f000001000800', 'hex');
  const parts = [chunk('fmt ', format), ...chunks, chunk('data', Buffer.alloc(bytes, 0x80))];
  const riff = chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...parts]));
  return riff;
}

/** MPEG 1, layer III, 128 kbit/s, 44,100 samples per second: 417 bytes and 26 ms per frame. */
export function sampleMp3(options: { frames?: number; tag?: Buffer } = {}): Buffer {
  const { frames = 10, tag = Buffer.alloc(0) } = options;
  const frame = Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(413)]);
  return Buffer.concat([tag, ...Array.from({ length: frames }, () => frame)]);
}

/** An ID3v2.3 tag of a single frame. */
export function id3Tag(content: string): Buffer {
  const body = Buffer.from(content);
  const size = Buffer.from([0, 0, body.length >> 7, body.length & 127]);
  return Buffer.concat([Buffer.from('ID3\x03\0\x80', 'latin1'), size, body]);
}

export function oggPage(options: { flags?: number; samples?: bigint; content: Buffer }): Buffer {
  const { flags = 0, samples = 0n, content } = options;
  const header = Buffer.alloc(27);
  header.write('OggS');
  header[5] = flags;
  header.writeBigInt64LE(samples, 6);
  header.writeUInt32LE(7, 14);
  header[26] = 1;
  return Buffer.concat([header, Buffer.from([content.length]), content]);
}

/** A second of Opus, and the samples skipped at its beginning. */
export function sampleOgg(...pages: Buffer[]): Buffer {
  const head = Buffer.concat([Buffer.from('OpusHead\x01\x01', 'latin1'), Buffer.alloc(9)]);
  head.writeUInt16LE(312, 10);
  return Buffer.concat([
    oggPage({ flags: 2, content: head }),
    oggPage({ content: Buffer.from('OpusTags') }),
    oggPage({ flags: 4, samples: 48_312n, content: Buffer.alloc(20) }),
    ...pages,
  ]);
}

export function samplePdf(content = '1 0 obj\n<< /Type /Catalog >>\nendobj\n'): Buffer {
  const start = `%PDF-1.7\n${content}`;
  return Buffer.from(`${start}trailer\n<< /Root 1 0 R >>\nstartxref\n${start.length}\n%%EOF\n`);
}
