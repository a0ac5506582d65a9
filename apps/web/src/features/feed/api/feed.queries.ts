import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ThreadPage, listFeed } from '@skein/contracts/threads';
import { request } from '../../../lib/api/index.ts';
import { listOptions } from '../../threads/api/list-options.ts';
import type { ThreadList } from '../../threads/api/thread-cache.ts';
import { threadKeys } from '../../threads/api/thread-keys.ts';
import { watchChanges } from '../../threads/api/watch-changes.ts';
import type { FeedKind } from '../../threads/api/thread-keys.ts';
import { withFreshCounts } from '../model/feed-entries.ts';
import { firstPageRequest } from './first-page.ts';

const headIntervalMs = 45_000;

function loadPage(feed: FeedKind, cursor: string | null, signal: AbortSignal): Promise<ThreadPage> {
  const first = firstPageRequest(feed);
  const query = cursor === null ? first.query : { ...first.query, cursor };
  return request<typeof listFeed>({ ...first, query, signal });
}

/**
 * A home feed as far as it was scrolled. It is never read again by itself: what is being read
 * must not move. What is new arrives through the head.
 */
export function feedQuery(feed: FeedKind) {
  return infiniteQueryOptions({
    ...listOptions,
    queryKey: threadKeys.feed(feed),
    queryFn: ({ pageParam, signal }) => loadPage(feed, pageParam, signal),
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

/** A feed's newest page, as a list of that one page; asked for again and again while it is looked at. */
export function feedHeadQuery(feed: FeedKind) {
  return queryOptions({
    queryKey: threadKeys.feedHead(feed),
    queryFn: async ({ client, signal }): Promise<ThreadList> => {
      const wasChanged = watchChanges(client);
      const head = await loadPage(feed, null, signal);
      // What it tells about threads in sight is shown at once: that moves nothing.
      client.setQueryData<ThreadList>(
        threadKeys.feed(feed),
        (list) => list && withFreshCounts(list, head, wasChanged),
      );
      return { pages: [head], pageParams: [null] };
    },
    staleTime: headIntervalMs,
    refetchInterval: headIntervalMs,
    refetchOnWindowFocus: true,
  });
}
