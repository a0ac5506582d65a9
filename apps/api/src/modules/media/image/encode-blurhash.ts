import { encode } from 'blurhash';
import type { Sharp } from 'sharp';

const sideMaxPx = 32;

/** A placeholder of about 30 characters, shown until the image has loaded. */
export async function encodeBlurhash(image: Sharp): Promise<string> {
  const { data, info } = await image
    .resize({ width: sideMaxPx, height: sideMaxPx, fit: 'inside' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [across, down] = info.width >= info.height ? [4, 3] : [3, 4];
  return encode(new Uint8ClampedArray(data), info.width, info.height, across, down);
}
