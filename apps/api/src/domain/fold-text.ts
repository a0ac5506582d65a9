const uncounted = new RegExp(
  String.raw`[\u00AD\u0300-\u036F\u0591-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670]`,
  'gu',
);

const equivalents: Readonly<Record<string, string>> = {
  ς: 'σ',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ð: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};
const equivalentsPattern = new RegExp(`[${Object.keys(equivalents).join('')}]`, 'g');

// oxlint-disable-next-line no-control-regex
const ascii = /^[\u0000-\u007F]*$/;

/**
 * Normalizes text for comparison: ignores case, accents, vowel points and soft hyphens. Must match the SQL function
 * `search_fold` (a test compares the two).
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(uncounted, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(equivalentsPattern, (letter) => equivalents[letter] ?? letter);
}

/** Whether folding changes only the case of a text. */
export function isAscii(text: string): boolean {
  return ascii.test(text);
}
