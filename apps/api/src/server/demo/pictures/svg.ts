import { between, type Random } from '../random.ts';

/** A point in the picture's own units. */
export type Point = readonly [x: number, y: number];

export const width = 1280;
export const height = 960;

/** A whole picture of the given size. */
export function svg(content: string, size: { width: number; height: number }): string {
  const box = `width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${content}</svg>`;
}

/** A rectangle over everything, in colours from top to bottom. */
export function sky(id: string, colours: readonly string[]): string {
  return `${gradient(id, colours)}<rect width="${width}" height="${height}" fill="url(#${id})"/>`;
}

/** Colours from top to bottom, to be used as `url(#id)`. */
export function gradient(id: string, colours: readonly string[]): string {
  const stops = colours.map(
    (colour, index) =>
      `<stop offset="${round(index / Math.max(colours.length - 1, 1))}" stop-color="${colour}"/>`,
  );
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient>`;
}

/** Light that fades outwards. */
export function glow(id: string, colour: string, [x, y]: Point, radius: number): string {
  return (
    `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}"/>` +
    `<stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>` +
    circle([x, y], radius, `url(#${id})`)
  );
}

export function circle([x, y]: Point, radius: number, fill: string, more = ''): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" ${more}/>`;
}

export function ellipse([x, y]: Point, radii: Point, fill: string, more = ''): string {
  return `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(radii[0])}" ry="${round(radii[1])}" fill="${fill}" ${more}/>`;
}

export function rect([x, y]: Point, size: Point, fill: string, more = ''): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(size[0])}" height="${round(size[1])}" fill="${fill}" ${more}/>`;
}

export function polygon(points: readonly Point[], fill: string, more = ''): string {
  const list = points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');
  return `<polygon points="${list}" fill="${fill}" ${more}/>`;
}

export function path(data: string, more: string): string {
  return `<path d="${data}" ${more}/>`;
}

/** A softly curved line through the points. */
function curveThrough(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  let previous = first;
  const pieces = rest.map((point) => {
    const middle = (previous[0] + point[0]) / 2;
    const piece = `C${round(middle)} ${round(previous[1])} ${round(middle)} ${round(point[1])} ${round(point[0])} ${round(point[1])}`;
    previous = point;
    return piece;
  });
  return `M${round(first[0])} ${round(first[1])} ${pieces.join(' ')}`;
}

/** Land from an uneven line down to the lower edge. */
export function land(
  random: Random,
  shape: { y: number; unevenness: number; steps: number; jagged?: boolean },
  fill: string,
  more = '',
): string {
  const points = Array.from({ length: shape.steps + 3 }, (_, index): Point => [
    ((index - 1) / shape.steps) * width,
    shape.y + between(random, -1, 1) * shape.unevenness,
  ]);
  const edge =
    shape.jagged === true
      ? `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join(' L')}`
      : curveThrough(points);
  return path(
    `${edge} L${width * 1.2} ${height} L${-width * 0.2} ${height} Z`,
    `fill="${fill}" ${more}`,
  );
}

/** A colour between two, both as #rrggbb. */
export function mix(from: string, to: string, share: number): string {
  const channel = (index: number) => {
    const start = Number.parseInt(from.slice(index, index + 2), 16);
    const end = Number.parseInt(to.slice(index, index + 2), 16);
    return Math.round(start + (end - start) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** `count` things, each drawn by its index. */
export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}
