import type { ActiveFilter } from './filters.queries.ts';

// Invisible characters that would hide a word: soft hyphen, zero-width space and joiners, byte order mark.
const invisible = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g;
const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;
// Scripts that separate words without spaces: every position is a boundary.
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Text for comparison. Ignores case, also that of ß and ς, and the kind of white space. */
export function foldForFilter(text: string): string {
  return text
    .normalize('NFKC')
    .replace(invisible, '')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ')
    .trim();
}

interface FilterMatch extends ActiveFilter {
  /** Whether the filter lists the thread, instead of a phrase in its texts. */
  isForThread: boolean;
}

/**
 * Finds the filter that lists the thread or that one of the texts matches; null if there is none. A filter
 * that hides takes precedence. Searches with `indexOf`, not with regular expressions, so that the time is limited for
 * every phrase.
 */
export function createFilterMatcher(
  filters: readonly ActiveFilter[],
): (texts: readonly string[], threadId?: string) => FilterMatch | null {
  const folded = filters.map((filter) => ({ filter, phrase: foldForFilter(filter.phrase) }));
  return (texts, threadId = '') => {
    const foldedTexts = texts.filter((text) => text !== '').map(foldForFilter);
    const matching = folded.flatMap(({ filter, phrase }) => {
      const isForThread = filter.threadIds.includes(threadId);
      const isMatch =
        isForThread ||
        (phrase !== '' && foldedTexts.some((text) => contains(text, phrase, filter.isWholeWord)));
      return isMatch ? [{ ...filter, isForThread }] : [];
    });
    return matching.find(({ action }) => action === 'hide') ?? matching[0] ?? null;
  };
}

function contains(text: string, phrase: string, isWholeWord: boolean): boolean {
  if (!isWholeWord) return text.includes(phrase);
  for (let at = text.indexOf(phrase); at !== -1; at = text.indexOf(phrase, at + 1)) {
    const end = at + phrase.length;
    const starts = isBoundary(characterBefore(text, at), characterAt(phrase, 0));
    if (starts && isBoundary(characterBefore(phrase, phrase.length), characterAt(text, end))) {
      return true;
    }
  }
  return false;
}

/** Whether a word may begin or end between two neighboring characters; '' for the end of the text. */
function isBoundary(left: string, right: string): boolean {
  if (!wordCharacter.test(left) || !wordCharacter.test(right)) return true;
  return withoutSpaces.test(left) || withoutSpaces.test(right);
}

function characterAt(text: string, index: number): string {
  const codePoint = text.codePointAt(index);
  return codePoint === undefined ? '' : String.fromCodePoint(codePoint);
}

function characterBefore(text: string, index: number): string {
  const isPair = index > 1 && /[\uD800-\uDBFF]/.test(text.charAt(index - 2));
  return text.slice(isPair ? index - 2 : Math.max(0, index - 1), index);
}
