import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { feedPageSize } from '@skein/contracts/limits';
import type { Thread } from '@skein/contracts/threads';
import { NewsPill } from '../../../ui/news-pill.tsx';
import { enFeed } from '../../../i18n/en-feed.ts';
import { addMessages, t } from '../../../i18n/index.ts';
import { useLiveState } from '../../../realtime/index.ts';
import type { ThreadList } from '../../threads/cache/thread-cache.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import type { FeedKind } from '../../threads/cache/thread-keys.ts';
import { feedHeadRefetchMs, feedHeadQuery } from '../api/feed-head.queries.ts';
import { findNewEntries, prependHead } from '../model/feed-entries.ts';

addMessages(enFeed);

/** The stream tells what those one follows have posted; of the rest one has to ask. */
const streamedRefetchMs = 5 * 60_000;

interface NewThreadsPillProps {
  feed: FeedKind;
  shown: Thread[];
}

/** Tells of new threads without moving what is being read; a click shows them. */
export function NewThreadsPill({ feed, shown }: NewThreadsPillProps) {
  const client = useQueryClient();
  const feedKey = threadKeys.feed(feed);
  const { data } = useQuery({
    ...feedHeadQuery(feed),
    refetchInterval: useHeadRefetchInterval(feed),
    // The feed has just been read: it is its own head until the next look.
    initialData: () => client.getQueryData<ThreadList>(feedKey),
    initialDataUpdatedAt: () => client.getQueryState(feedKey)?.dataUpdatedAt,
  });
  const head = data?.pages[0];
  const count = head ? findNewEntries(head, shown).length : 0;

  const isEmpty = shown.length === 0;
  useEffect(() => {
    if (!isEmpty) return undefined;
    // Whom one follows from below an empty feed, one wants to read at once.
    return client.getMutationCache().subscribe(({ type, mutation }) => {
      if (type !== 'updated' || mutation.state.status !== 'success') return;
      void client.invalidateQueries({ queryKey: threadKeys.feedHead(feed) });
    });
  }, [client, feed, isEmpty]);

  const showNew = () => {
    if (head) client.setQueryData<ThreadList>(feedKey, (list) => list && prependHead(list, head));
    window.scrollTo({ top: 0 });
  };
  return <NewsPill text={count > 0 ? describe(count) : null} onClick={showNew} />;
}

function describe(count: number): string {
  return count < feedPageSize
    ? t('feed.newThreads', { count })
    : t('feed.manyNewThreads', { count });
}

function useHeadRefetchInterval(feed: FeedKind): number {
  const isTold = useLiveState() === 'open' && feed === 'following';
  return isTold ? streamedRefetchMs : feedHeadRefetchMs;
}
