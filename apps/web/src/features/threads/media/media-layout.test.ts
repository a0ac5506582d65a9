import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  layoutMedia,
  mediaGridMax,
  singlePictureMaxWidth,
  singlePictureRatio,
} from './media-layout.ts';

describe('layoutMedia', () => {
  it('fills the two by two grid and counts hidden items', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), (count) => {
        const { cells, hiddenCount } = layoutMedia(count);
        const area = cells.reduce((sum, cell) => sum + cell.columnSpan * cell.rowSpan, 0);
        expect(area).toBe(4);
        expect(cells.length).toBeLessThanOrEqual(mediaGridMax);
        expect(cells.length + hiddenCount).toBe(count);
      }),
    );
  });

  it('returns no cells without items', () => {
    expect(layoutMedia(0)).toEqual({ cells: [], hiddenCount: 0 });
  });
});

describe('singlePictureRatio', () => {
  it.each([
    [1600, 900, 1600 / 900],
    [10_000, 100, 3],
    [100, 10_000, 0.5],
    [null, null, 4 / 3],
    [0, 10, 4 / 3],
  ])('limits the ratio of %s by %s', (width, height, ratio) => {
    expect(singlePictureRatio(width, height)).toBe(ratio);
  });
});

describe('singlePictureMaxWidth', () => {
  it.each([
    ['a large image', 1600, 1200, 640],
    ['a tall image', 500, 1000, 240],
    ['a small image', 200, 200, 400],
    ['a tiny image', 12, 9, 80],
    ['an image of unknown size', null, null, 640],
  ])('limits the width of %s', (_what, width, height, maxWidth) => {
    expect(singlePictureMaxWidth(width, height)).toBe(maxWidth);
  });
});
