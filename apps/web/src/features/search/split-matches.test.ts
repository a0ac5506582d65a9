import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitMatches } from './split-matches.ts';

const shown = (text: string, start: number, matches: [number, number][]) =>
  splitMatches(
    text,
    start,
    matches.map(([from, end]) => ({ start: from, end })),
  ).map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text));

it('splits a text at its matches', () => {
  expect(
    shown('red wool, red yarn', 0, [
      [0, 3],
      [10, 13],
    ]),
  ).toEqual(['[red]', ' wool, ', '[red]', ' yarn']);
});

it('splits at a match that begins or ends outside of the part', () => {
  // "see #wool now" has three segments; the match is "#wool n".
  const match: [number, number][] = [[4, 11]];
  expect(shown('see ', 0, match)).toEqual(['see ']);
  expect(shown('#wool', 4, match)).toEqual(['[#wool]']);
  expect(shown(' now', 9, match)).toEqual(['[ n]', 'ow']);
});

it('keeps every character for any ranges', () => {
  const range = fc.record({ start: fc.integer({ min: -5, max: 40 }), end: fc.nat(40) });
  fc.assert(
    fc.property(fc.string(), fc.nat(30), fc.array(range), (text, start, matches) => {
      const pieces = splitMatches(text, start, matches);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    }),
  );
});
