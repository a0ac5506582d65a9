import { useInfiniteQuery } from '@tanstack/react-query';
import { t } from '../../../i18n/index.ts';
import { usePageKey } from '../../../lib/history-layers.tsx';
import { estimateHeight } from '../card/estimate-height.ts';
import { ThreadCard } from '../card/thread-card.tsx';
import { ThreadList } from '../list/thread-list.tsx';
import { quotesQuery } from './engaged-users.queries.ts';

/** The quotes of a thread. */
export function Quotes({ threadId }: { threadId: string }) {
  const key = usePageKey();
  const query = useInfiniteQuery(quotesQuery(threadId, key));
  return (
    <ThreadList
      query={query}
      entries={query.data}
      texts={{
        label: t('engagement.tab.quotes'),
        loading: t('engagement.quotesLoading'),
        empty: t('engagement.empty.quotes'),
        error: t('engagement.quotesError'),
      }}
      estimateHeight={estimateHeight}
      renderCard={(thread, itemProps) => <ThreadCard thread={thread} {...itemProps} />}
    />
  );
}
