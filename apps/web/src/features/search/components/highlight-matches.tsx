import type { MatchRange } from '@skein/contracts/search';
import type { Highlight } from '../../threads/card/thread-text.tsx';
import { splitMatches } from '../model/split-matches.ts';

/** Draws the stretches of a text with what was found in it marked. */
export function highlightMatches(matches: readonly MatchRange[]): Highlight {
  return (text, start) =>
    splitMatches(text, start, matches).map((piece) =>
      piece.isMatch ? (
        <mark key={piece.start} className="rounded-sm bg-match text-ink">
          {piece.text}
        </mark>
      ) : (
        piece.text
      ),
    );
}
