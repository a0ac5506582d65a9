import { infiniteQueryOptions } from '@tanstack/react-query';
import { listOptions } from '../../threads/list/list-options.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import type { FeedKind } from '../../threads/cache/thread-keys.ts';
import { fetchFeedPage } from './load-feed-page.ts';

/**
 * A home feed as far as it was scrolled. It is never read again by itself: what is being read
 * must not move. What is new arrives through the head.
 */
export function feedQuery(feed: FeedKind) {
  return infiniteQueryOptions({
    ...listOptions,
    queryKey: threadKeys.feed(feed),
    queryFn: ({ pageParam, signal }) => fetchFeedPage(feed, pageParam, signal),
    staleTime: Infinity,
    gcTime: Infinity,
  });
}
