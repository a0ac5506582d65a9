/** The location state of a link to the search page that focuses the search box. */
export const searchBoxState = { focusesSearchBox: true };

export function focusesSearchBox(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'focusesSearchBox' in state;
}
