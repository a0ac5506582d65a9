import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { hashtagSuggestionsLimit } from '@skein/contracts/limits';
import * as routes from '@skein/contracts/routes';
import { request } from '../../../api/index.ts';
import { emojiDataIn, emojiDataQuery } from '../emoji/emoji-data.queries.ts';

/** A completion of the token at the caret. `trigger` is the character that starts the token. */
export type Suggestion =
  | { trigger: '#'; word: string; threadsCount: number }
  | { trigger: '@'; word: string; name: string; picture: string | null }
  /** `word` is the emoji. It is found by its name and its terms. */
  | { trigger: ':'; word: string; name: string; terms: readonly string[] };

/** Hashtags with this prefix, the most used ones if it is empty; or users or emojis that match the text. */
export function suggestionsQuery(trigger: Suggestion['trigger'], text: string) {
  return queryOptions({
    queryKey: ['suggestions', trigger, text],
    queryFn: ({ signal, client }): Promise<Suggestion[]> => {
      if (trigger === ':') return findEmojis(client, text);
      return trigger === '#' ? fetchHashtags(text, signal) : fetchUsers(text, signal);
    },
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

/** Emojis by their names in the language of the interface and in English, like the short names of other apps. */
async function findEmojis(client: QueryClient, text: string): Promise<Suggestion[]> {
  const [local, english] = await Promise.all([
    client.query({ ...emojiDataQuery, staleTime: 'static' }),
    client.query({ ...emojiDataIn('en'), staleTime: 'static' }),
  ]);
  const englishByEmoji = new Map(english.emojis.map((emoji) => [emoji.emoji, emoji]));
  const matches = local.emojis.flatMap(({ emoji, label, tags }) => {
    const { label: englishName = '', tags: englishTags = [] } = englishByEmoji.get(emoji) ?? {};
    const terms = [label, englishName, ...tags, ...englishTags].map((term) => term.toLowerCase());
    const match: Suggestion = { trigger: ':', word: emoji, name: label, terms };
    return matchesEmoji(terms, text) ? [match] : [];
  });
  const hasWord = ({ terms = [] }: { terms?: readonly string[] }) => terms.includes(text);
  return [...matches.filter(hasWord), ...matches.filter((match) => !hasWord(match))].slice(
    0,
    hashtagSuggestionsLimit,
  );
}

/** Whether one of the names begins with the text, where `_` is a space. */
export function matchesEmoji(terms: readonly string[], text: string): boolean {
  const start = text.replaceAll('_', ' ');
  return terms.some((term) => term.startsWith(start));
}
