import type { FeedKind } from '../../threads/cache/thread-keys.ts';

/** The feed that the URL's query selects. */
export function readFeedKind(search: URLSearchParams): FeedKind {
  return search.get('feed') === 'following' ? 'following' : 'all';
}
