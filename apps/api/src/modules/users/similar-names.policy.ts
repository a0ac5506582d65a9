import { canBeMistyped, pickSimilarWords } from '../../domain/similar-words.ts';

/** How an index finds names that may be similar to a text. */
export interface SimilaritySearch {
  /** Letters and digits that begin a word of the names. */
  beginnings: readonly string[];
  /** Words, or the whole text, that are similar to a part of the names. */
  misspelled: readonly string[];
  /** The similarity of each of `misspelled`, as PostgreSQL's `word_similarity` defines it. */
  minimum: number;
  /** Matches that are compared in full, which takes about ten microseconds each. */
  comparedMax: number;
}

/** More words exclude few further names. */
const searchedWordsMax = 4;

const lettersPattern = /^[\p{L}\p{M}]+$/u;

/** Whether a folded text contains a word of letters that is long enough for corrections. */
export function canBeMistypedName(folded: string): boolean {
  return toWords(folded).some((word) => lettersPattern.test(word) && canBeMistyped(word));
}

/**
 * The searches for names similar to a folded text. The second one is needed only if the first one finds
 * no likely name: a common name has thousands of matches that are less similar.
 */
export function planSimilaritySearches(folded: string): readonly SimilaritySearch[] {
  const words = toWords(folded).toSorted((one, other) => other.length - one.length);
  const searched = words.slice(0, searchedWordsMax);
  const beginnings = searched.filter((word) => !canBeMistyped(word));
  const misspelled = searched.filter(canBeMistyped);
  if (words.length > 1) {
    return [
      // Few names contain several words, so that each of them may be less similar.
      { beginnings, misspelled, minimum: 0.3, comparedMax: 1000 },
      // Swapped letters change most trigrams of a short word: the other words make up for it.
      { beginnings, misspelled: [folded], minimum: 0.35, comparedMax: 1000 },
    ];
  }
  // A word has one trigram more than letters, and a wrong letter changes three.
  const trigrams = Array.from(words.join('')).length + 1;
  const close = (trigrams - 3) / (trigrams + 3);
  return close < 0.45
    ? [{ beginnings, misspelled, minimum: 0.35, comparedMax: 600 }]
    : [
        { beginnings, misspelled, minimum: close, comparedMax: 400 },
        { beginnings, misspelled, minimum: 0.35, comparedMax: 150 },
      ];
}

/**
 * Whether each word of a folded text is a prefix or a possible misspelling of a word of the names, or of
 * two that were written without the space between them.
 */
export function isLikelyName(folded: string, names: string): boolean {
  const words = toWords(names);
  const joined = words.slice(1).map((word, index) => `${words[index]}${word}`);
  const known = [...words, ...joined];
  return toWords(folded).every(
    (word) =>
      known.some((other) => other.startsWith(word)) ||
      (canBeMistyped(word) && pickSimilarWords(word, known).length > 0),
  );
}

/** Whether each word of a folded text begins a word of the names, so that none of them is misspelled. */
export function hasWords(folded: string, names: string): boolean {
  const known = toWords(names);
  return toWords(folded).every((word) => known.some((other) => other.startsWith(word)));
}

function toWords(folded: string): string[] {
  return folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
