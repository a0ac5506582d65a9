import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flatPng, sampleAnimation, sampleImage } from '../../../../test/media/sample-images.ts';
import { inspectImage } from './inspect-image.ts';

const pixels = 120 * 80;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'skein-inspect-'));
});
afterAll(() => rm(directory, { recursive: true }));

async function inspect(content: Uint8Array) {
  const file = path.join(directory, 'picture');
  await writeFile(file, content);
  return inspectImage(file);
}

test('returns size and decoder of an image of any size', async () => {
  expect(await inspect(flatPng(30_000, 30_000))).toMatchObject({
    decoder: 'png',
    pixels: 900_000_000,
    frames: 1,
  });
});

test('returns the number of frames and the pixels per frame', async () => {
  const animation = sampleAnimation(3, { side: 16 });
  const webp = await inspect(await animation.webp());
  expect(webp).toMatchObject({ decoder: 'webp', pixels: 256, frames: 3 });
  expect(webp.decodeBytes).toBe(256 * 3 * 6);
  expect(await inspect(await animation.gif())).toMatchObject({ pixels: 256, frames: 3 });
});

test.each([
  ['JPEG', 1, () => sampleImage().jpeg()],
  ['progressive JPEG', 6, () => sampleImage().jpeg({ progressive: true })],
  ['PNG', 1, () => sampleImage().png()],
  ['interlaced PNG', 3.75, () => sampleImage().png({ progressive: true })],
  ['lying PNG', 3.75, () => sampleImage().withMetadata({ orientation: 6 }).png()],
  [
    'interlaced PNG of 16 bits',
    7.5,
    () => sampleImage().toColourspace('rgb16').png({ progressive: true }),
  ],
  ['AVIF', 25, () => sampleImage().avif({ effort: 0 })],
])(
  'estimates the decoding memory of %s as %d bytes per pixel',
  async (_name, bytesPerPixel, toFormat) => {
    const { decodeBytes } = await inspect(await toFormat().toBuffer());
    expect(decodeBytes).toBe(bytesPerPixel * pixels);
  },
);
