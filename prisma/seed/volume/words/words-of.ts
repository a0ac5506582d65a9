/** The words of a text, in order. */
export function listWords(text: string): string[] {
  return text.trim().split(/\s+/);
}
