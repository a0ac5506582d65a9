import { infiniteQueryOptions } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import type { FeedPage } from '@skein/contracts/threads';
import { request } from '../../api/index.ts';
import { threadKeys } from '../threads/cache/thread-keys.ts';
import type { FeedKind } from '../threads/cache/thread-keys.ts';
import { listOptions } from '../threads/list/list-options.ts';
import { firstPageOptions } from './first-page-request.ts';

/**
 * The loaded pages of a home feed. It is never refetched, so that nothing moves while the viewer
 * reads. New threads arrive through the feed head.
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

/** A page of a feed; the newest page if there is no cursor. */
export function fetchFeedPage(
  feed: FeedKind,
  cursor: string | null,
  signal: AbortSignal,
): Promise<FeedPage> {
  const first = firstPageOptions(feed);
  const query = cursor === null ? first.query : { ...first.query, cursor };
  return request(routes.listFeed, { ...first, query, signal });
}
