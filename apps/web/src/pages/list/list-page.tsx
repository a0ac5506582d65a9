import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import type { UserList } from '@skein/contracts/lists';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { FeedPrompt } from '../../features/feed/feed-prompt.tsx';
import { FeedTabs } from '../../features/feed/feed-tabs.tsx';
import { listThreadsQuery } from '../../features/lists/lists.queries.ts';
import { listsQuery } from '../../features/lists/own-lists.queries.ts';
import { estimateHeight } from '../../features/threads/card/estimate-height.ts';
import { ThreadCard } from '../../features/threads/card/thread-card.tsx';
import { ThreadList } from '../../features/threads/list/thread-list.tsx';
import { t } from '../../i18n/index.ts';
import { usePageKey } from '../../lib/history-layers.tsx';
import { paths } from '../../lib/paths.ts';
import { SidePanels } from '../side-panels/side-panels.tsx';

const ListMembersDialog = lazy(async () => ({
  default: (await import('../../features/lists/list-members-dialog.tsx')).ListMembersDialog,
}));

/** The feed of a list of users. */
export function ListPage() {
  const navigate = useNavigate();
  const { listId = '' } = useParams();
  const { data: lists } = useQuery(listsQuery);
  const list = lists?.find(({ id }) => id === listId);
  const tabs = useRef<HTMLDivElement>(null);
  const isLoaded = lists !== undefined;
  useEffect(() => scrollToCurrent(tabs.current), [listId, isLoaded]);
  const isMissing = lists !== undefined && list === undefined;
  return (
    <Page title={list?.name ?? t('lists.title')} aside={<SidePanels />}>
      <FeedPrompt />
      <div ref={tabs} className="relative">
        <FeedTabs current={listId} />
      </div>
      {isMissing ? (
        <Notice title={t('lists.missing')} text={t('lists.missingText')}>
          <Button variant="secondary" onClick={() => void navigate(paths.feed)}>
            {t('lists.toFeed')}
          </Button>
        </Notice>
      ) : (
        <>
          {list && <Header list={list} />}
          <Threads key={listId} listId={listId} />
        </>
      )}
    </Page>
  );
}

/** On a narrow screen, not all tabs fit. */
function scrollToCurrent(tabs: HTMLElement | null): void {
  const tab = tabs?.querySelector<HTMLElement>('[aria-current]');
  const row = tab?.parentElement;
  if (row) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}

function Header({ list }: { list: UserList }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2">
      <p className="text-sm text-muted">
        {t('lists.private')}{' '}
        <Link to={paths.lists} className="underline hover:text-ink">
          {t('lists.manage')}
        </Link>
      </p>
      <Button size="sm" variant="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t('lists.members', { count: list.membersCount })}
      </Button>
      {isOpen && (
        <Suspense>
          <ListMembersDialog list={list} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Threads({ listId }: { listId: string }) {
  const key = usePageKey();
  const query = useInfiniteQuery(listThreadsQuery(listId, key));
  return (
    <ThreadList
      query={query}
      entries={query.data}
      texts={{
        label: t('lists.threads'),
        loading: t('feed.loading'),
        empty: t('lists.empty'),
        error: t('feed.errorTitle'),
        end: t('feed.end'),
      }}
      estimateHeight={estimateHeight}
      renderCard={(thread, itemProps) => <ThreadCard thread={thread} {...itemProps} />}
    />
  );
}
