import { describe, expect, it } from 'vitest';
import { isUnchanged, noEdit, rotated, withAspect } from './image-edit.ts';
import { isAnimated } from './is-animated.ts';

const image = { width: 400, height: 200 };
const crop = { unit: '%', x: 10, y: 20, width: 30, height: 40 } as const;

describe('an image edit', () => {
  it('rotates the selected area with the image, and back', () => {
    const right = rotated({ ...noEdit, crop }, 'right', image);
    expect(right).toMatchObject({ quarterTurns: 1, crop: { x: 40, y: 10, width: 40, height: 30 } });
    expect(rotated(right, 'left', image)).toEqual({ ...noEdit, crop });
  });

  it('selects the largest area with an aspect ratio, also after a rotation', () => {
    const square = withAspect(noEdit, 'square', image);
    expect(square.crop).toMatchObject({ x: 25, y: 0, width: 50, height: 100 });
    expect(rotated(square, 'left', image)).toMatchObject({
      quarterTurns: 3,
      crop: { x: 0, y: 25, width: 100, height: 50 },
    });
    expect(withAspect(square, 'original', image).crop).toEqual(noEdit.crop);
  });

  it('selects the largest area with a ratio that the image must have', () => {
    const banner = withAspect(noEdit, 4, image);
    expect(banner.crop).toMatchObject({ x: 0, y: 25, width: 100, height: 50 });
    expect(isUnchanged(banner)).toBe(false);
    expect(isUnchanged(rotated(rotated(banner, 'left', image), 'right', image), banner)).toBe(true);
  });

  it('is unchanged only without a rotation and with the whole image', () => {
    expect(isUnchanged(noEdit)).toBe(true);
    expect(isUnchanged({ ...noEdit, crop })).toBe(false);
    expect(isUnchanged({ ...noEdit, quarterTurns: 2 })).toBe(false);
  });
});

describe('isAnimated', () => {
  const frame = '\0\x21\xf9\x04\x01\x02\x03\x04\0\x2c';
  it.each([
    ['image/gif', `GIF89a${frame}`, false],
    ['image/gif', `GIF89a${frame}${frame}`, true],
    ['image/webp', 'RIFF1234WEBPVP8 1234\x02', false],
    ['image/webp', 'RIFF1234WEBPVP8X1234\x10', false],
    ['image/webp', 'RIFF1234WEBPVP8X1234\x12', true],
    ['image/png', `GIF89a${frame}${frame}`, false],
  ])('knows whether a file of type %s has several frames: %j', async (type, text, expected) => {
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0));
    expect(await isAnimated(new File([bytes], 'file', { type }))).toBe(expected);
  });
});
