import type { MatchRange } from '@skein/contracts/search';

interface MatchSegment {
  text: string;
  /** The offset in the full text, in UTF-16 units. */
  start: number;
  isMatch: boolean;
}

/**
 * Splits a part of a text, which begins at offset `start` of the full text, at the boundaries of
 * the matches. The joined segments always equal the part, even for invalid ranges.
 */
export function splitMatches(
  text: string,
  start: number,
  matches: readonly MatchRange[],
): MatchSegment[] {
  const segments: MatchSegment[] = [];
  let from = 0;
  const add = (to: number, isMatch: boolean) => {
    if (to <= from) return;
    segments.push({ text: text.slice(from, to), start: start + from, isMatch });
    from = to;
  };
  for (const match of matches) {
    add(Math.min(match.start - start, text.length), false);
    add(Math.min(match.end - start, text.length), true);
  }
  add(text.length, false);
  return segments;
}
