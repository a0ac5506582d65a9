import { expect, it } from 'vitest';
import { pictureSizes } from './picture-sizes.ts';

const small = { columnSpan: 1, rowSpan: 1 } as const;
const tall = { columnSpan: 1, rowSpan: 2 } as const;

it.each([
  ['an image that fits the column', { width: 1600, height: 1200 }, undefined, 1],
  ['a panorama, cropped to three by one', { width: 6000, height: 1000 }, undefined, 2],
  ['an image of unknown size', { width: null, height: null }, undefined, 1],
  ['an image with the aspect ratio of its cell', { width: 1600, height: 1000 }, small, 0.5],
  ['a tall image in a cell', { width: 900, height: 1600 }, small, 0.5],
  ['a wide image in a tall cell', { width: 1600, height: 1000 }, tall, 1],
  ['a panorama in a cell', { width: 3200, height: 1000 }, small, 1],
])('returns the width of %s', (_what, picture, cell, share) => {
  expect(pictureSizes(picture, cell)).toBe(
    `(min-width: 640px) calc(516px * ${share}), calc((100vw - 84px) * ${share})`,
  );
});
