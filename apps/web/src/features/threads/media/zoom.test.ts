import { describe, expect, it } from 'vitest';
import { notZoomed, pan, readableScale, zoomAt } from './zoom.ts';

const bounds = { picture: { width: 400, height: 200 }, viewer: { width: 400, height: 800 } };

describe('zooming a picture', () => {
  it('keeps the part under the pointer in place', () => {
    expect(zoomAt(notZoomed, 2, { x: 100, y: 0 }, bounds)).toEqual({ scale: 2, x: -100, y: 0 });
  });

  it('centers the picture in a direction in which it fits', () => {
    expect(zoomAt(notZoomed, 2, { x: 0, y: 80 }, bounds).y).toBeCloseTo(0);
  });

  it('never shows the picture smaller than at the beginning or more than six times larger', () => {
    expect(zoomAt({ scale: 2, x: 90, y: 0 }, 0.1, { x: 0, y: 0 }, bounds)).toEqual(notZoomed);
    expect(zoomAt(notZoomed, 100, { x: 0, y: 0 }, bounds).scale).toBe(6);
  });

  it('enlarges a long picture until its pixels are visible', () => {
    const tall = { ...bounds, picture: { width: 80, height: 800 }, pixelWidth: 1080 };
    expect(zoomAt(notZoomed, 100, { x: 0, y: 0 }, tall).scale).toBe(13.5);
    expect(readableScale(tall)).toBe(5);
    expect(readableScale({ ...tall, pixelWidth: 320 })).toBe(4);
    expect(readableScale({ ...bounds, pixelWidth: 8000 })).toBe(2.5);
  });

  it('moves the picture up to its edges', () => {
    const zoomed = { scale: 2, x: 0, y: 0 };
    expect(pan(zoomed, { x: 50, y: 50 }, bounds)).toEqual({ scale: 2, x: 50, y: 0 });
    expect(pan(zoomed, { x: -900, y: 0 }, bounds)).toEqual({ scale: 2, x: -200, y: 0 });
    expect(pan(notZoomed, { x: 50, y: 50 }, bounds)).toEqual(notZoomed);
  });
});
