import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { suggestionsQuery } from './suggestions.queries.ts';
import type { Suggestion } from './suggestions.queries.ts';
import type { CompletionToken } from './completion-token.ts';
import { useDebounced } from '../../../lib/debounced.ts';

const debounceMs = 150;
const nothing: readonly Suggestion[] = [];

/** What the token could become. While the server is asked anew, what still fits stays. */
export function useSuggestions(token: CompletionToken | null): readonly Suggestion[] {
  // One text, so that it stands still while only the caret's place changes.
  const asked = useDebounced(token ? token.mark + token.query.toLowerCase() : '', debounceMs);
  const { data } = useQuery({
    ...suggestionsQuery(asked.startsWith('@') ? '@' : '#', asked.slice(1)),
    enabled: asked !== '' && asked !== '@',
    placeholderData: keepPreviousData,
  });
  if (token === null || data === undefined || token.mark + token.query === '@') return nothing;
  const fitting = data.filter((suggestion) => fits(suggestion, token));
  const isWritten = fitting.length === 1 && fitting[0]?.word === token.query.toLowerCase();
  return isWritten ? nothing : fitting;
}

function fits(suggestion: Suggestion, { mark, query }: CompletionToken): boolean {
  if (suggestion.mark !== mark) return false;
  const text = query.toLowerCase();
  if (suggestion.mark === '#') return suggestion.word.startsWith(text);
  return suggestion.word.includes(text) || suggestion.name.toLowerCase().includes(text);
}
