import { canBeMistyped, pickSimilarWords } from '../../platform/similar-words.ts';

const lettersPattern = /^[\p{L}\p{M}]+$/u;

/** Whether there is a word of letters in a folded text that is long enough to be mistyped. */
export function canBeMistypedName(folded: string): boolean {
  return toWords(folded).some((word) => lettersPattern.test(word) && canBeMistyped(word));
}

/** Whether each word of a folded text begins a word of these names, or was mistyped for one. */
export function isLikelyName(folded: string, names: string): boolean {
  const known = toWords(names);
  return toWords(folded).every(
    (word) =>
      known.some((other) => other.startsWith(word)) ||
      (canBeMistyped(word) && pickSimilarWords(word, known).length > 0),
  );
}

function toWords(folded: string): string[] {
  return folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
