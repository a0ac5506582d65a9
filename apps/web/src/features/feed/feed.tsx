import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../i18n/index.ts';
import type { FeedKind } from '../threads/cache/thread-keys.ts';
import { PendingList } from '../composer/pending/pending-list.tsx';
import { ThreadCard } from '../threads/card/thread-card.tsx';
import { ThreadList } from '../threads/list/thread-list.tsx';
import { estimateHeight } from '../threads/card/estimate-height.ts';
import { feedQuery } from './feed.queries.ts';
import { NewThreadsPill } from './new-threads-pill.tsx';

interface FeedProps {
  feed: FeedKind;
  /** Shown below the message of an empty feed. */
  whenEmpty: ReactNode;
}

/** A home feed. */
export function Feed({ feed, whenEmpty }: FeedProps) {
  const query = useInfiniteQuery(feedQuery(feed));
  return (
    <>
      <PendingList />
      {query.data && <NewThreadsPill feed={feed} shown={query.data} />}
      <ThreadList
        query={query}
        entries={query.data}
        texts={{
          label: t('feed.title'),
          loading: t('feed.loading'),
          empty: t('feed.empty'),
          error: t('feed.errorTitle'),
          end: t('feed.end'),
        }}
        estimateHeight={estimateHeight}
        renderCard={(thread, itemProps) => <ThreadCard thread={thread} {...itemProps} />}
      />
      {query.data?.length === 0 && whenEmpty}
    </>
  );
}
