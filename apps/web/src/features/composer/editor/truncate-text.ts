/** The first so many code points of a text: what a field takes of more. */
export function cutText(text: string, max: number): string {
  return Array.from(text).slice(0, max).join('');
}
