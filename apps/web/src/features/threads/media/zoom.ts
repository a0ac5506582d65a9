/** A position or distance in CSS pixels. Positions are relative to the center of the viewer. */
export interface Point {
  x: number;
  y: number;
}

/** The width and height of an element in CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

/** How a picture is shown: its magnification, and the offset of its center. */
export interface Zoom extends Point {
  scale: number;
}

export const notZoomed: Zoom = { scale: 1, x: 0, y: 0 };

const maxScale = 6;
const minReadableScale = 2.5;

/** The size of the picture at scale 1, and of the viewer. */
export interface Bounds {
  picture: Size;
  viewer: Size;
  /** The width of the picture's file; missing if unknown. */
  pixelWidth?: number;
}

/** Long pictures are shown small at first, so they are enlarged until their pixels are visible. */
function limitScale(scale: number, { picture, pixelWidth = 0 }: Bounds): number {
  const most = Math.max(maxScale, picture.width > 0 ? pixelWidth / picture.width : 0);
  return limit(scale, most, 1);
}

/** The scale after a double click: enlarges long pictures to the width of the viewer. */
export function readableScale({ picture, viewer, pixelWidth = 0 }: Bounds): number {
  const width = Math.min(viewer.width, pixelWidth);
  return Math.max(minReadableScale, picture.width > 0 ? width / picture.width : 0);
}

/** Changes the scale. The part of the picture at `point` stays there, unless a gap would appear. */
export function zoomAt(zoom: Zoom, scale: number, point: Point, bounds: Bounds): Zoom {
  const limited = limitScale(scale, bounds);
  const ratio = limited / zoom.scale;
  const x = point.x - (point.x - zoom.x) * ratio;
  const y = point.y - (point.y - zoom.y) * ratio;
  return withoutGap({ scale: limited, x, y }, bounds);
}

/** Moves the picture, but not farther than its edges. */
export function pan(zoom: Zoom, distance: Point, bounds: Bounds): Zoom {
  return withoutGap({ ...zoom, x: zoom.x + distance.x, y: zoom.y + distance.y }, bounds);
}

function withoutGap({ scale, x, y }: Zoom, { picture, viewer }: Bounds): Zoom {
  const maxX = Math.max(0, (picture.width * scale - viewer.width) / 2);
  const maxY = Math.max(0, (picture.height * scale - viewer.height) / 2);
  return { scale, x: limit(x, maxX), y: limit(y, maxY) };
}

function limit(value: number, max: number, min = -max): number {
  return Math.min(max, Math.max(min, value));
}

export function minus(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}

export function distanceBetween(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
