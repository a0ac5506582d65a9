import type { MatchRange } from '@skein/contracts/search';

// The first match has to be visible in two lines of the narrow list.
const leadLength = 24;

/** The part of a text that shows its first match: the offset at which it begins. */
export function findSnippetStart(content: string, matches: readonly MatchRange[]): number {
  const first = matches[0]?.start ?? 0;
  if (first <= leadLength) return 0;
  const word = content.slice(first - leadLength, first).search(/\s\S/u);
  return word < 0 ? first : first - leadLength + word + 1;
}
