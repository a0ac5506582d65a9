// Besides control characters, code points that never stand for a character, such as U+FFFE, which XML forbids.
const forbiddenCharacters = /(?![\t\n])\p{Cc}|\p{Noncharacter_Code_Point}/gu;
const leadingBlankLines = /^\s*\n/;
// Characters that change the text direction.
const directionOverrides = /[\u202A-\u202E\u2066-\u2069]/g;
// White space, format characters, variation selectors, Hangul fillers and the Braille blank.
const invisibleOnly = /^[\s\p{Cf}\p{Variation_Selector}\u115F\u1160\u2800\u3164\uFFA0]*$/u;

/** False for text with a NUL character or a lone surrogate, which PostgreSQL cannot store. */
export function isWellFormedText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/**
 * The form in which text is measured and stored: NFC, LF line ends, no control characters except
 * tab and line feed, no noncharacters, no blank lines at the beginning, no trailing white space. Blank
 * text becomes ''.
 */
export function normalizeText(text: string): string {
  const cleaned = text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(forbiddenCharacters, '')
    // Last, because characters next to a removed one may compose.
    .normalize('NFC')
    .replace(leadingBlankLines, '')
    .trimEnd();
  return isBlank(cleaned) ? '' : cleaned;
}

/** A user's name: normalized, without direction overrides, single spaces. */
export function normalizeName(name: string): string {
  const visible = normalizeText(name.replace(directionOverrides, ''));
  return visible.replaceAll(/\s+/gu, ' ').trim();
}

/** True for text without visible characters. */
export function isBlank(text: string): boolean {
  return invisibleOnly.test(text);
}

/** Length in Unicode code points, not UTF-16 code units. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Quotation marks, also those that keyboards insert automatically. */
export const quotationMarks = /["“”„«»]/g;
