const wordMinLength = 4;
const longWordLength = 7;
const meantMax = 6;
const endingMaxLength = 3;

/** Whether a word is long enough to tell from its letters what was meant. */
export function canBeMistyped(word: string): boolean {
  return Array.from(word).length >= wordMinLength;
}

/** Of known words, those that somebody who wrote a word may have meant. */
export function pickMeant(word: string, known: readonly string[]): string[] {
  const letters = Array.from(word);
  const mistakesMax = letters.length < longWordLength ? 1 : 2;
  return known
    .filter((other) => other !== word && isWord(other))
    .filter(
      (other) =>
        isLonger(word, other) ||
        countMistakes(letters, Array.from(other), mistakesMax) <= mistakesMax,
    )
    .slice(0, meantMax);
}

/** Not a tag, an author or anything else that threads are marked with, and no number. */
function isWord(lexeme: string): boolean {
  return /^[\p{L}\p{M}]+$/u.test(lexeme);
}

function isLonger(word: string, other: string): boolean {
  return other.startsWith(word) && other.length - word.length <= endingMaxLength;
}

/**
 * Letters that are missing, too many, wrong or swapped with their neighbour; anything beyond the
 * limit where there are more.
 */
function countMistakes(from: readonly string[], to: readonly string[], limit: number): number {
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
