const controlCharacters = /(?![\t\n])\p{Cc}/gu;
// Characters that turn the direction of what follows them.
const directionOverrides = /[\u202A-\u202E\u2066-\u2069]/g;
// White space, format characters, variation selectors, Hangul fillers and the Braille blank.
const invisibleOnly = /^[\s\p{Cf}\p{Variation_Selector}\u115F\u1160\u2800\u3164\uFFA0]*$/u;

/** False for text with a NUL character or half of a surrogate pair: no database stores that. */
export function isWellFormedText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/**
 * The one form in which text is measured and stored: NFC, LF line ends, no control
 * characters but tab and line feed, no trailing white space; blank text becomes ''.
 */
export function normaliseText(text: string): string {
  const cleaned = text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replace(controlCharacters, '')
    // After the rest: what a removed character stood between may have to be composed.
    .normalize('NFC')
    .trimEnd();
  return isBlank(cleaned) ? '' : cleaned;
}

/** A person's name: normalised, without direction overrides, inner white space single. */
export function normaliseName(name: string): string {
  const visible = normaliseText(name.replace(directionOverrides, ''));
  return visible.replaceAll(/\s+/gu, ' ').trim();
}

/** True for text in which nothing can be seen. */
export function isBlank(text: string): boolean {
  return invisibleOnly.test(text);
}

/** Length as people count it: Unicode code points, not UTF-16 units. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
