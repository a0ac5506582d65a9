import { open } from 'node:fs/promises';
import type { Metadata } from 'sharp';
import { sharp } from './sharp.ts';

/** The facts in an image's header. */
export interface ImageFacts {
  decoder: string;
  /** Compressed with HEVC, which is decoded by another library in a child process. */
  isHeic: boolean;
  width: number;
  height: number;
  /** Pixels per frame. */
  pixels: number;
  frames: number;
  /** Estimated memory for decoding. */
  decodeBytes: number;
}

/** @throws the decoder's error for an invalid header */
export async function inspectImage(path: string): Promise<ImageFacts> {
  const metadata = await sharp(path, { limitInputPixels: false }).metadata();
  const { width, height } = metadata;
  const pixels = width * height;
  const frames = metadata.pages ?? (metadata.format === 'png' ? await countPngFrames(path) : 1);
  return {
    decoder: metadata.format,
    isHeic: metadata.compression === 'hevc',
    width,
    height,
    pixels,
    frames,
    decodeBytes: bytesPerPixel(metadata) * pixels * (metadata.format === 'webp' ? frames : 1),
  };
}

/**
 * Measured and rounded up. JPEG and PNG are usually decoded in strips and need little memory;
 * interlaced and rotated ones are decoded as a whole.
 */
function bytesPerPixel(metadata: Metadata): number {
  switch (metadata.format) {
    case 'jpeg':
      return metadata.isProgressive ? 2 * metadata.channels : 1;
    case 'png':
      return metadata.isProgressive || (metadata.orientation ?? 1) > 1
        ? 1.25 * metadata.channels * (metadata.bitsPerSample === 16 ? 2 : 1)
        : 1;
    case 'heif':
      return 25;
    default:
      return 6;
  }
}

const headBytes = 64 * 1024;

/** Counts the frames of a PNG from its animation control, which precedes the pixels. */
async function countPngFrames(path: string): Promise<number> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const head = buffer.subarray(0, bytesRead);
    const pixels = head.indexOf('IDAT');
    const control = head.subarray(0, pixels === -1 ? bytesRead : pixels).indexOf('acTL');
    return control === -1 ? 1 : head.readUInt32BE(control + 4);
  } finally {
    await file.close();
  }
}
