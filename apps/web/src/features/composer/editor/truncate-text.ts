/** Truncates a text to a number of code points. */
export function truncateText(text: string, max: number): string {
  return Array.from(text).slice(0, max).join('');
}
