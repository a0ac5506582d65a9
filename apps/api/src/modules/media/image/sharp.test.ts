import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharp } from './sharp.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9"/></svg>';
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'skein-sharp-'));
});
afterAll(() => rm(directory, { recursive: true }));

test.each([
  ['SVG', svg],
  ['PPM', 'P3 1 1 255 9 9 9\n'],
  ['PDF', '%PDF-1.7\n'],
])('does not open a file as %s', async (_name, content) => {
  const file = path.join(directory, 'file');
  await writeFile(file, content);
  await expect(sharp(file).metadata()).rejects.toThrow('unsupported image format');
});

test('opens an SVG buffer', async () => {
  expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ format: 'svg', width: 9 });
});
