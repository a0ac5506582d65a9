import { queryOptions } from '@tanstack/react-query';
import type { ThreadList } from '../../threads/cache/thread-cache.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import type { FeedKind } from '../../threads/cache/thread-keys.ts';
import { trackPendingChanges } from '../../threads/cache/pending-changes.ts';
import { withRefreshedCounts } from '../model/feed-entries.ts';
import { fetchFeedPage } from './load-feed-page.ts';

export const feedHeadRefetchMs = 45_000;

/** A feed's newest page, as a list of that one page; asked for again and again while it is looked at. */
export function feedHeadQuery(feed: FeedKind) {
  return queryOptions({
    queryKey: threadKeys.feedHead(feed),
    queryFn: async ({ client, signal }): Promise<ThreadList> => {
      const wasChanged = trackPendingChanges(client);
      const head = await fetchFeedPage(feed, null, signal);
      // What it tells about threads in sight is shown at once: that moves nothing.
      client.setQueryData<ThreadList>(
        threadKeys.feed(feed),
        (list) => list && withRefreshedCounts(list, head, wasChanged),
      );
      return { pages: [head], pageParams: [null] };
    },
    staleTime: feedHeadRefetchMs,
    refetchOnWindowFocus: true,
  });
}
