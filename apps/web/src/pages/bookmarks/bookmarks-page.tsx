import { useInfiniteQuery } from '@tanstack/react-query';
import { Page } from '../../ui/layout/page.tsx';
import { bookmarkedThreadsQuery } from '../../features/threads/list/user-threads.queries.ts';
import { OwnSearchForm } from '../../features/search/components/own-search-form.tsx';
import { PageSubtitle } from '../../features/threads/list/page-subtitle.tsx';
import { ThreadCard } from '../../features/threads/card/thread-card.tsx';
import { ThreadList } from '../../features/threads/list/thread-list.tsx';
import { estimateHeight } from '../../features/threads/card/estimate-height.ts';
import { t } from '../../i18n/index.ts';
import { SidePanels } from '../side-panels/side-panels.tsx';
import { useHistoryEntry } from '../../lib/navigation.tsx';

/** The viewer's bookmarks. A removed bookmark stays listed until the next visit. */
export function BookmarksPage() {
  const { key } = useHistoryEntry();
  const query = useInfiniteQuery(bookmarkedThreadsQuery(key));
  return (
    <Page title={t('bookmarks.title')} aside={<SidePanels />}>
      <PageSubtitle text={t('bookmarks.subtitle')} />
      <OwnSearchForm label={t('bookmarks.search')} operator="in:bookmarks" />
      <ThreadList
        query={query}
        entries={query.data}
        texts={{
          label: t('bookmarks.title'),
          loading: t('bookmarks.loading'),
          empty: t('bookmarks.empty'),
          error: t('bookmarks.error'),
          end: t('bookmarks.end'),
        }}
        estimateHeight={estimateHeight}
        renderCard={(thread, itemProps) => <ThreadCard thread={thread} {...itemProps} />}
      />
    </Page>
  );
}
