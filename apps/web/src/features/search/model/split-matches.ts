import type { MatchRange } from '@skein/contracts/search';

interface Piece {
  text: string;
  /** In UTF-16 units, within the whole text. */
  start: number;
  isMatch: boolean;
}

/**
 * Cuts a stretch of a text, which begins at `start` of the whole, where the matches of the whole
 * begin and end. Pieces joined are the stretch again, whatever the ranges.
 */
export function splitMatches(text: string, start: number, matches: readonly MatchRange[]): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  const add = (to: number, isMatch: boolean) => {
    if (to <= from) return;
    pieces.push({ text: text.slice(from, to), start: start + from, isMatch });
    from = to;
  };
  for (const match of matches) {
    add(Math.min(match.start - start, text.length), false);
    add(Math.min(match.end - start, text.length), true);
  }
  add(text.length, false);
  return pieces;
}
