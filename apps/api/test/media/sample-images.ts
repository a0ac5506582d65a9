import { crc32, deflateSync } from 'node:zlib';
import type { Sharp } from 'sharp';
import { sharp } from '../../src/modules/media/image/sharp.ts';

/** An image with content: red on the left, blue on the right, some noise. */
export function sampleImage(width = 120, height = 80): Sharp {
  const data = Buffer.alloc(width * height * 3);
  for (let i = 0; i < width * height; i += 1) {
    const isLeft = i % width < width / 2;
    const noise = (i * 7919) % 16;
    data.set(isLeft ? [220, noise, noise] : [noise, noise, 220], i * 3);
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** An animation of plain frames, each in another color. */
export function sampleAnimation(
  frames: number,
  options: { side?: number; delays?: number[]; loop?: number } = {},
): { gif: () => Promise<Buffer>; webp: () => Promise<Buffer> } {
  const { side = 16, delays = Array.from({ length: frames }, () => 100), loop = 0 } = options;
  const colors = Array.from({ length: frames }, (_, i) => [(i * 97) % 256, (i * 59) % 256, 128]);
  const data = Buffer.concat(
    colors.map((color) => Buffer.alloc(side * side * 3, Buffer.from(color))),
  );
  const raw = { width: side, height: side * frames, channels: 3, pageHeight: side } as const;
  return {
    gif: () => sharp(data, { raw }).gif({ delay: delays, loop }).toBuffer(),
    webp: () => sharp(data, { raw }).webp({ delay: delays, loop }).toBuffer(),
  };
}

/** A valid 1-bit PNG: 30,000 by 30,000 pixels take 110 kB. */
export function flatPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 1 });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** A GIF of a few bytes per frame on a canvas of any size: each frame is a single pixel. */
export function sparseGif(options: { side: number; frames: number }): Buffer {
  const header = Buffer.from('GIF89a\0\0\0\0\x80\0\0\xff\0\0\0\0\xff', 'latin1');
  header.writeUInt16LE(options.side, 6);
  header.writeUInt16LE(options.side, 8);
  const frame = Buffer.from(
    '!\xf9\x04\0\x0a\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0',
    'latin1',
  );
  const frames = Array.from({ length: options.frames }, () => frame);
  return Buffer.concat([header, ...frames, Buffer.from(';')]);
}
