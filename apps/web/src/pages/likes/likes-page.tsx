import { useInfiniteQuery } from '@tanstack/react-query';
import { Page } from '../../ui/layout/page.tsx';
import { likedThreadsQuery } from '../../features/threads/list/user-threads.queries.ts';
import { OwnSearchForm } from '../../features/search/own-search-form.tsx';
import { PageSubtitle } from '../../features/threads/list/page-subtitle.tsx';
import { ThreadCard } from '../../features/threads/card/thread-card.tsx';
import { ThreadList } from '../../features/threads/list/thread-list.tsx';
import { estimateHeight } from '../../features/threads/card/estimate-height.ts';
import { t } from '../../i18n/index.ts';
import { useSession } from '../../lib/session/index.ts';
import { SidePanels } from '../side-panels/side-panels.tsx';
import { usePageKey } from '../../lib/history-layers.tsx';

/** The viewer's likes. An unliked thread stays listed until the next visit. */
export function LikesPage() {
  const key = usePageKey();
  const { user } = useSession();
  const query = useInfiniteQuery(likedThreadsQuery(user?.id ?? 'me', key));
  return (
    <Page title={t('likes.title')} aside={<SidePanels />}>
      <PageSubtitle text={t('likes.subtitle')} />
      <OwnSearchForm label={t('likes.search')} operator="in:likes" />
      <ThreadList
        query={query}
        entries={query.data}
        texts={{
          label: t('likes.title'),
          loading: t('likes.loading'),
          empty: t('likes.empty'),
          error: t('likes.error'),
          end: t('likes.end'),
        }}
        estimateHeight={estimateHeight}
        renderCard={(thread, itemProps) => <ThreadCard thread={thread} {...itemProps} />}
      />
    </Page>
  );
}
