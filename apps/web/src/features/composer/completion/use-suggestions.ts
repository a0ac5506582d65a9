import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { matchesEmoji, suggestionsQuery } from './suggestions.queries.ts';
import type { Suggestion } from './suggestions.queries.ts';
import type { CompletionToken } from './completion-token.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';

const debounceMs = 150;
const noSuggestions: readonly Suggestion[] = [];

/** Suggestions for the token. During a request, the previous suggestions are filtered. */
export function useSuggestions(token: CompletionToken | null): readonly Suggestion[] {
  // A string, so that it stays equal when only the caret position changes.
  const debouncedToken = useDebounced(
    token ? token.trigger + token.query.toLowerCase() : '',
    debounceMs,
  );
  const { data } = useQuery({
    ...suggestionsQuery(getTrigger(debouncedToken), debouncedToken.slice(1)),
    enabled: debouncedToken !== '' && debouncedToken !== '@',
    placeholderData: keepPreviousData,
  });
  if (token === null || data === undefined) return noSuggestions;
  if (token.trigger + token.query === '@') return noSuggestions;
  const matching = data.filter((suggestion) => matchesToken(suggestion, token));
  const isComplete = matching.length === 1 && matching[0]?.word === token.query.toLowerCase();
  return isComplete ? noSuggestions : matching;
}

function getTrigger(token: string): Suggestion['trigger'] {
  const [trigger] = token;
  return trigger === '@' || trigger === ':' ? trigger : '#';
}

function matchesToken(suggestion: Suggestion, { trigger, query }: CompletionToken): boolean {
  if (suggestion.trigger !== trigger) return false;
  const text = query.toLowerCase();
  if (suggestion.trigger === '#') return suggestion.word.startsWith(text);
  if (suggestion.trigger === ':') return matchesEmoji(suggestion.terms, text);
  return suggestion.word.includes(text) || suggestion.name.toLowerCase().includes(text);
}
