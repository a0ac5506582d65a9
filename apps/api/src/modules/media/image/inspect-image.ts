import type { Metadata } from 'sharp';
import { sharp } from './sharp.ts';

/** The facts in an image's header. */
export interface ImageFacts {
  decoder: string;
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
  const frames = metadata.pages ?? 1;
  return {
    decoder: metadata.format,
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
