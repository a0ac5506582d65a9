import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '../../i18n/index.ts';
import { ThreadCard } from '../threads/card/thread-card.tsx';
import { ThreadList } from '../threads/list/thread-list.tsx';
import { estimateHeight } from '../threads/card/estimate-height.ts';
import { trendingThreadsQuery } from './search.queries.ts';
import { usePageKey } from '../../lib/history-layers.tsx';

/** The threads with the most recent engagement. */
export function TrendingThreads() {
  const key = usePageKey();
  const query = useInfiniteQuery(trendingThreadsQuery(key));
  return (
    <>
      <h2 className="border-b border-line px-4 py-3 text-lg font-semibold">
        {t('trending.threads')}
      </h2>
      <ThreadList
        query={query}
        entries={query.data}
        texts={{
          label: t('trending.threads'),
          loading: t('trending.threadsLoading'),
          empty: t('trending.threadsEmpty'),
          error: t('trending.threadsError'),
          end: t('trending.threadsEnd'),
        }}
        estimateHeight={estimateHeight}
        renderCard={(thread, itemProps) => <ThreadCard thread={thread} {...itemProps} />}
      />
    </>
  );
}
