import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '../../i18n/index.ts';
import { ThreadCard } from '../threads/card/thread-card.tsx';
import { ThreadList } from '../threads/list/thread-list.tsx';
import { estimateHeight } from '../threads/card/estimate-height.ts';
import { hashtagThreadsQuery } from './search.queries.ts';
import { usePageKey } from '../../lib/history-layers.tsx';

/** The threads with a hashtag. */
export function HashtagThreads({ tag }: { tag: string }) {
  const key = usePageKey();
  const query = useInfiniteQuery(hashtagThreadsQuery(tag, key));
  return (
    <ThreadList
      query={query}
      entries={query.data}
      texts={{
        label: t('hashtag.list', { tag }),
        loading: t('hashtag.loading'),
        empty: t('hashtag.empty', { tag }),
        error: t('hashtag.error'),
        end: t('hashtag.end', { tag }),
      }}
      estimateHeight={estimateHeight}
      renderCard={(thread, itemProps) => <ThreadCard thread={thread} {...itemProps} />}
    />
  );
}
