/** The words of a text, in order. */
export function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/);
}
