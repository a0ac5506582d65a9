import { queryOptions } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import { request } from '../../../api/index.ts';

/** A completion of the token at the caret. `trigger` is the character that starts the token. */
export type Suggestion =
  | { trigger: '#'; word: string; threadsCount: number }
  | { trigger: '@'; word: string; name: string; picture: string | null };

/** Hashtags with this prefix, the most used ones if it is empty; or users that match the text. */
export function suggestionsQuery(trigger: Suggestion['trigger'], text: string) {
  return queryOptions({
    queryKey: ['suggestions', trigger, text],
    queryFn: ({ signal }) =>
      trigger === '#' ? fetchHashtags(text, signal) : fetchUsers(text, signal),
    // A retry would be too late to be useful.
    retry: false,
    enabled: trigger === '#' || text !== '',
  });
}

async function fetchHashtags(q: string, signal: AbortSignal): Promise<Suggestion[]> {
  const tags = await request(routes.suggestHashtags, { query: { q }, signal });
  return tags.map(({ tag, threadsCount }) => ({ trigger: '#', word: tag, threadsCount }));
}

async function fetchUsers(q: string, signal: AbortSignal): Promise<Suggestion[]> {
  const users = await request(routes.searchUsers, { query: { q }, signal });
  return users.map(({ username, name, picture }) => ({
    trigger: '@',
    word: username,
    name,
    picture,
  }));
}
