const wordMinLength = 4;
const longWordLength = 7;
const candidatesMax = 6;
const suffixMaxLength = 3;

/** Whether a word is long enough for spelling corrections. */
export function canBeMistyped(word: string): boolean {
  return Array.from(word).length >= wordMinLength;
}

/** Picks the known words that a possibly misspelled or incomplete word may stand for. */
export function pickSimilarWords(word: string, known: readonly string[]): string[] {
  const letters = Array.from(word);
  const editsMax = letters.length < longWordLength ? 1 : 2;
  return known
    .filter((other) => other !== word && isWord(other))
    .filter(
      (other) =>
        isPrefix(word, other) || countEdits(letters, Array.from(other), editsMax) <= editsMax,
    )
    .slice(0, candidatesMax);
}

/** Excludes numbers and special lexemes of the search index, such as tags and authors. */
function isWord(lexeme: string): boolean {
  return /^[\p{L}\p{M}]+$/u.test(lexeme);
}

function isPrefix(word: string, other: string): boolean {
  return other.startsWith(word) && other.length - word.length <= suffixMaxLength;
}

/**
 * The Damerau-Levenshtein distance (optimal string alignment). Above the limit, any greater number.
 */
function countEdits(from: readonly string[], to: readonly string[], limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const options = [
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (isSame ? 0 : 1),
      ];
      if (isSwapped && row > 1) options.push(at(before, column - 2) + 1);
      current.push(Math.min(...options));
    }
    before = previous;
    previous = current;
  }
  return at(previous, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
