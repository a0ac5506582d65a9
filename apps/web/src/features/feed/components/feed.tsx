import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { Button } from '../../../components/ui/button.tsx';
import { t } from '../../../lib/i18n/index.ts';
import type { ThreadList } from '../../threads/api/thread-cache.ts';
import type { FeedKind } from '../../threads/api/thread-keys.ts';
import { feedQuery } from '../api/feed.queries.ts';
import { listEntries } from '../model/feed-entries.ts';
import { FeedCards } from './feed-cards.tsx';
import { FeedEnd } from './feed-end.tsx';
import { FeedMessage } from './feed-message.tsx';
import { FeedSkeleton } from './feed-skeleton.tsx';
import { NewThreadsPill } from './new-threads-pill.tsx';

const selectEntries = (list: ThreadList) => listEntries(list.pages);

/** A home feed with all its states. */
export function Feed({ feed }: { feed: FeedKind }) {
  const { key } = useLocation();
  const query = useInfiniteQuery({ ...feedQuery(feed), select: selectEntries });
  const { data: entries, isError, isFetchingNextPage } = query;

  if (entries === undefined) {
    if (!isError) return <FeedSkeleton />;
    return (
      <FeedMessage text={t('feed.errorTitle')}>
        <Button variant="secondary" onClick={() => void query.refetch()}>
          {t('common.tryAgain')}
        </Button>
      </FeedMessage>
    );
  }
  return (
    <>
      <NewThreadsPill feed={feed} shown={entries} />
      {entries.length === 0 ? (
        <FeedMessage text={t('feed.empty')} />
      ) : (
        <FeedCards key={key} placeKey={key} entries={entries} isBusy={isFetchingNextPage}>
          <FeedEnd query={query} />
        </FeedCards>
      )}
    </>
  );
}
