const marks = new RegExp(
  String.raw`[\u0300-\u036F\u0591-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670]`,
  'gu',
);

const twins: Readonly<Record<string, string>> = {
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
const twinPattern = new RegExp(`[${Object.keys(twins).join('')}]`, 'g');

/**
 * Text as it is compared: case, accents and vowel points do not count. The database does the same
 * (`search_fold` in the migrations; a test compares the two).
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(marks, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(twinPattern, (letter) => twins[letter] ?? letter);
}
