import type { Metadata } from 'sharp';
import { sharp } from './sharp.ts';

/** What a picture's header says of it, before any of its pixels are decoded. */
export interface ImageFacts {
  decoder: string;
  /** Of one frame. */
  pixels: number;
  frames: number;
  /** About how much memory decoding takes. */
  decodeBytes: number;
}

/** @throws whatever the decoder says of a header it cannot read */
export async function inspectImage(path: string): Promise<ImageFacts> {
  const metadata = await sharp(path, { limitInputPixels: false }).metadata();
  const pixels = metadata.width * metadata.height;
  const frames = metadata.pages ?? 1;
  return {
    decoder: metadata.format,
    pixels,
    frames,
    decodeBytes: bytesPerPixel(metadata) * pixels * (metadata.format === 'webp' ? frames : 1),
  };
}

/**
 * Measured, and rounded up. JPEG and PNG usually go through in strips and take next to
 * nothing; interlaced ones, and those to be turned, have to be in memory as a whole.
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
