import type { FeedKind } from '../../threads/cache/thread-keys.ts';

/** Which feed an address asks for, by its query. */
export function readFeedKind(search: URLSearchParams): FeedKind {
  return search.get('feed') === 'following' ? 'following' : 'all';
}
