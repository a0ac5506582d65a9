import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleImage } from '../../../../test/media/sample-images.ts';
import { renderImage } from './render-image.ts';
import { renderInChild } from './render-in-child.ts';

const plan = { isAnimated: false, sideMaxPx: 2048, variantWidths: [320] };
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'skein-child-'));
});
afterAll(() => rm(directory, { recursive: true }));

test('makes the same as in this process', async () => {
  const file = path.join(directory, 'picture');
  await writeFile(file, await sampleImage(400, 300).jpeg().toBuffer());
  const [there, here] = await Promise.all([renderInChild(file, plan), renderImage(file, plan)]);
  expect(there.blurhash).toBe(here.blurhash);
  expect(there.variants).toHaveLength(1);
  expect(Buffer.from(there.largest.content).equals(here.largest.content)).toBe(true);
});

test('fails as in this process', async () => {
  const missing = path.join(directory, 'missing');
  await expect(renderInChild(missing, plan)).rejects.toThrow('Input file is missing');
});
