import { queryOptions } from '@tanstack/react-query';
import type { suggestHashtags } from '@skein/contracts/search';
import type { searchUsers } from '@skein/contracts/users';
import { request } from '../../../api/index.ts';

/** What can stand in place of a token that is being written. */
export type Suggestion =
  | { mark: '#'; word: string; threadsCount: number }
  | { mark: '@'; word: string; name: string; picture: string | null };

/** Tags that begin with the text; the most used of all for none. People for a text alone. */
export function suggestionsQuery(mark: Suggestion['mark'], text: string) {
  return queryOptions({
    queryKey: ['suggestions', mark, text],
    queryFn: ({ signal }) =>
      mark === '#' ? suggestTags(text, signal) : suggestUsers(text, signal),
    // A list that comes late is of no use.
    retry: false,
    enabled: mark === '#' || text !== '',
  });
}

async function suggestTags(q: string, signal: AbortSignal): Promise<Suggestion[]> {
  const tags = await request<typeof suggestHashtags>({
    method: 'GET',
    path: '/hashtags/suggestions',
    query: { q },
    signal,
  });
  return tags.map(({ tag, threadsCount }) => ({ mark: '#', word: tag, threadsCount }));
}

async function suggestUsers(q: string, signal: AbortSignal): Promise<Suggestion[]> {
  const people = await request<typeof searchUsers>({
    method: 'GET',
    path: '/users/search',
    query: { q },
    signal,
  });
  return people.map(({ username, name, picture }) => ({
    mark: '@',
    word: username,
    name,
    picture,
  }));
}
