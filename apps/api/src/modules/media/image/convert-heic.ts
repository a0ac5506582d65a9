import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import libheif from 'libheif-js/wasm-bundle.js';
import type { Metadata } from 'sharp';
import { sharp } from './sharp.ts';

const channels = 4;
/** The signature and the header of a PNG file. */
const pngHeaderBytes = 33;

/**
 * Converts the primary image of a HEIC file to an upright PNG with its color profile. Sharp reads only
 * the header of HEIC, because its decoder of HEVC is not part of the published package. Runs only in a
 * child process: WebAssembly does not return memory.
 * @throws Error for damaged content
 */
export async function convertHeic(
  path: string,
  { icc, hasAlpha }: Pick<Metadata, 'icc' | 'hasAlpha'>,
): Promise<Buffer> {
  const image = await decodePrimaryImage(await readFile(path));
  const { width, height, data } = image;
  const decoded = sharp(data, { raw: { width, height, channels } });
  const png = await (hasAlpha ? decoded : decoded.removeAlpha())
    .png({ compressionLevel: 0 })
    .toBuffer();
  return icc === undefined ? png : addColorProfile(png, icc);
}

async function decodePrimaryImage(content: Buffer) {
  const images = new libheif.HeifDecoder().decode(content);
  const image = images.find((each) => each.is_primary()) ?? images[0];
  if (image === undefined) throw new Error('The file contains no image.');
  const [width, height] = [image.get_width(), image.get_height()];
  const data = new Uint8ClampedArray(width * height * channels);
  const isDecoded = await new Promise<boolean>((resolve) => {
    image.display({ data, width, height }, (result) => resolve(result !== null));
  });
  if (!isDecoded) throw new Error('The image cannot be decoded.');
  return { width, height, data };
}

/** Sharp converts the colors of a file with a profile to sRGB, but cannot assign a profile to pixels. */
function addColorProfile(png: Buffer, icc: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(icc)]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  checksum.writeUInt32BE(crc32(body));
  const [start, rest] = [png.subarray(0, pngHeaderBytes), png.subarray(pngHeaderBytes)];
  return Buffer.concat([start, length, body, checksum, rest]);
}
