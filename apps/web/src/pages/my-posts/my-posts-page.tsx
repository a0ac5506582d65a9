import { useInfiniteQuery } from '@tanstack/react-query';
import Clock from 'lucide-react/icons/clock';
import { Link } from 'react-router-dom';
import { Page } from '../../ui/layout/page.tsx';
import { myThreadsQuery } from '../../features/threads/list/user-threads.queries.ts';
import { MyThreadStatsCards } from '../../features/threads/list/my-thread-stats-cards.tsx';
import { OwnSearchForm } from '../../features/search/own-search-form.tsx';
import { PageSubtitle } from '../../features/threads/list/page-subtitle.tsx';
import { ThreadCard } from '../../features/threads/card/thread-card.tsx';
import { ThreadList } from '../../features/threads/list/thread-list.tsx';
import { estimateHeight } from '../../features/threads/card/estimate-height.ts';
import { t } from '../../i18n/index.ts';
import { SidePanels } from '../side-panels/side-panels.tsx';
import { paths } from '../../lib/paths.ts';
import { usePageKey } from '../../lib/history-layers.tsx';

/** The viewer's own posts, with totals of all of them. */
export function MyPostsPage() {
  const key = usePageKey();
  const query = useInfiniteQuery(myThreadsQuery(key));
  return (
    <Page title={t('myPosts.title')} aside={<SidePanels />}>
      <PageSubtitle text={t('myPosts.subtitle')} />
      <OwnSearchForm label={t('myPosts.search')} operator="from:me" />
      <Link
        to={paths.scheduled}
        className="flex min-h-11 items-center gap-2 border-b border-line px-4 text-sm font-medium text-accent hover:bg-hover"
      >
        <Clock aria-hidden className="size-4" />
        {t('myPosts.scheduled')}
      </Link>
      {!query.isError && <MyThreadStatsCards stats={query.data?.stats} />}
      <ThreadList
        query={query}
        entries={query.data?.threads}
        texts={{
          label: t('myPosts.title'),
          loading: t('myPosts.loading'),
          empty: t('myPosts.empty'),
          error: t('myPosts.error'),
          end: t('myPosts.end'),
        }}
        estimateHeight={estimateHeight}
        renderCard={(thread, itemProps) => (
          <ThreadCard thread={thread} screen="my-posts" {...itemProps} />
        )}
      />
    </Page>
  );
}
