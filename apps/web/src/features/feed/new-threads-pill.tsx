import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { feedPageSize } from '@skein/contracts/limits';
import type { Thread } from '@skein/contracts/threads';
import { NewItemsPill } from '../../ui/new-items-pill.tsx';
import { scrollToTop } from '../../lib/scroll-to-top.ts';
import { t } from '../../i18n/index.ts';
import { useLiveState } from '../../realtime/index.ts';
import type { ThreadList } from '../threads/cache/thread-cache.ts';
import { threadKeys } from '../threads/cache/thread-keys.ts';
import type { FeedKind } from '../threads/cache/thread-keys.ts';
import { feedHeadRefetchMs, feedHeadQuery } from './feed-head.queries.ts';
import { findNewEntries, prependHead } from './feed-entries.ts';

// The stream reports new threads of followed users, so polling is only a fallback.
const streamedRefetchMs = 5 * 60_000;

interface NewThreadsPillProps {
  feed: FeedKind;
  shown: Thread[];
}

/** Shows the number of new threads without inserting them; a click inserts them. */
export function NewThreadsPill({ feed, shown }: NewThreadsPillProps) {
  const client = useQueryClient();
  const feedKey = threadKeys.feed(feed);
  const { data } = useQuery({
    ...feedHeadQuery(feed),
    refetchInterval: useHeadRefetchInterval(feed),
    // The feed has just been fetched: its first page is the initial head.
    initialData: () => client.getQueryData<ThreadList>(feedKey),
    initialDataUpdatedAt: () => client.getQueryState(feedKey)?.dataUpdatedAt,
  });
  const head = data?.pages[0];
  const count = head ? findNewEntries(head, shown).length : 0;

  const isEmpty = shown.length === 0;
  useEffect(() => {
    if (!isEmpty) return undefined;
    // An empty feed suggests users to follow: each follow can fill the feed.
    return client.getMutationCache().subscribe(({ type, mutation }) => {
      if (type !== 'updated' || mutation.state.status !== 'success') return;
      void client.invalidateQueries({ queryKey: threadKeys.feedHead(feed) });
    });
  }, [client, feed, isEmpty]);

  const showNew = () => {
    if (head) client.setQueryData<ThreadList>(feedKey, (list) => list && prependHead(list, head));
    scrollToTop();
  };
  return <NewItemsPill text={count > 0 ? describe(count) : null} onClick={showNew} />;
}

function describe(count: number): string {
  return count < feedPageSize
    ? t('feed.newThreads', { count })
    : t('feed.manyNewThreads', { count });
}

function useHeadRefetchInterval(feed: FeedKind): number {
  const isStreamed = useLiveState() === 'open' && feed === 'following';
  return isStreamed ? streamedRefetchMs : feedHeadRefetchMs;
}
