import { queryOptions } from '@tanstack/react-query';
import type { ThreadList } from '../threads/cache/thread-cache.ts';
import { threadKeys } from '../threads/cache/thread-keys.ts';
import type { FeedKind } from '../threads/cache/thread-keys.ts';
import { trackPendingChanges } from '../threads/cache/pending-changes.ts';
import { withoutAnnouncements } from './feed-announcements.ts';
import { withRefreshedCounts } from './feed-entries.ts';
import { fetchFeedPage } from './feed.queries.ts';

export const feedHeadRefetchMs = 45_000;

/** The newest page of a feed, as a list with one page. Refetched while the feed is shown. */
export function feedHeadQuery(feed: FeedKind) {
  return queryOptions({
    queryKey: threadKeys.feedHead(feed),
    queryFn: async ({ client, signal }): Promise<ThreadList> => {
      const hasPendingChange = trackPendingChanges(client);
      const head = await fetchFeedPage(feed, null, signal);
      // New counts of the shown threads cause no layout shift, so they are applied at once.
      client.setQueryData<ThreadList>(
        threadKeys.feed(feed),
        (list) =>
          list &&
          // Removes announcements that have ended or were dismissed on another device. New ones would shift the feed.
          withoutAnnouncements(
            withRefreshedCounts(list, head, hasPendingChange),
            ({ id }) => !head.announcements?.some((each) => each.id === id),
          ),
      );
      return { pages: [head], pageParams: [null] };
    },
    staleTime: feedHeadRefetchMs,
    refetchOnWindowFocus: true,
  });
}
