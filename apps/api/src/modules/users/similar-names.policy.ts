import { canBeMistyped, pickSimilarWords } from '../../platform/similar-words.ts';

const lettersPattern = /^[\p{L}\p{M}]+$/u;

/** Whether a folded text contains a word of letters that is long enough for corrections. */
export function canBeMistypedName(folded: string): boolean {
  return toWords(folded).some((word) => lettersPattern.test(word) && canBeMistyped(word));
}

/** Whether each word of a folded text is a prefix or a possible misspelling of a word of the names. */
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
