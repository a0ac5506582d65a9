import { readFile } from 'node:fs/promises';
import type { Metadata, Sharp } from 'sharp';
import { sharp } from './sharp.ts';

/** A file without its last tenth may lack a fifth of its rows if the upper ones are plain. */
const decodedShareMin = 0.8;
const endMarker = Buffer.from([0xff, 0xd9]);

/**
 * Whether a JPEG that cannot be decoded lacks only its end: the marker or a fifth of its rows. The scans
 * of a progressive one contain all rows, so it may only lack the marker.
 */
export async function isAlmostComplete(
  path: string,
  { format, isProgressive, width, height }: Metadata,
): Promise<boolean> {
  if (format !== 'jpeg') return false;
  if (isProgressive) {
    const completed = Buffer.concat([await readFile(path), endMarker]);
    return canDecode(sharp(completed, { failOn: 'warning' }));
  }
  const upperRows = { left: 0, top: 0, width, height: Math.floor(height * decodedShareMin) };
  return canDecode(sharp(path, { failOn: 'error' }).extract(upperRows));
}

/** Decodes the image in strips. */
async function canDecode(image: Sharp): Promise<boolean> {
  try {
    await image.resize(1, 1).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}
