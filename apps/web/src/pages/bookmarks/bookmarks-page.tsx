import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import FolderCog from 'lucide-react/icons/folder-cog';
import { Fragment, lazy, Suspense, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { BookmarkFolder } from '@skein/contracts/bookmarks';
import { quotationMarks } from '@skein/contracts/text';
import type { Thread } from '@skein/contracts/threads';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/layout/page.tsx';
import {
  folderThreadsQuery,
  foldersQuery,
} from '../../features/threads/bookmarks/folders.queries.ts';
import { bookmarkedThreadsQuery } from '../../features/threads/list/user-threads.queries.ts';
import { OwnSearchForm } from '../../features/search/own-search-form.tsx';
import { PageSubtitle } from '../../features/threads/list/page-subtitle.tsx';
import { ThreadCard } from '../../features/threads/card/thread-card.tsx';
import { ThreadList } from '../../features/threads/list/thread-list.tsx';
import { estimateHeight } from '../../features/threads/card/estimate-height.ts';
import { t } from '../../i18n/index.ts';
import { usePageKey } from '../../lib/history-layers.tsx';
import { paths } from '../../lib/paths.ts';
import { SidePanels } from '../side-panels/side-panels.tsx';

const FoldersDialog = lazy(async () => ({
  default: (await import('../../features/threads/bookmarks/folders-dialog.tsx')).FoldersDialog,
}));

/** The viewer's bookmarks, or those in a folder. A removed bookmark stays listed until the next visit. */
export function BookmarksPage() {
  const navigate = useNavigate();
  const { folderId } = useParams();
  const { data: folders } = useQuery(foldersQuery);
  const folder = folders?.find(({ id }) => id === folderId);
  const isMissing = folderId !== undefined && folders !== undefined && folder === undefined;
  return (
    <Page title={folder?.name ?? t('bookmarks.title')} aside={<SidePanels />}>
      <PageSubtitle text={t('bookmarks.subtitle')} />
      <FolderTabs folders={folders ?? []} current={folderId} />
      {isMissing ? (
        <Notice title={t('folders.missing')} text={t('folders.missingText')}>
          <Button variant="secondary" onClick={() => void navigate(paths.bookmarks)}>
            {t('folders.toAll')}
          </Button>
        </Notice>
      ) : (
        <Fragment key={folderId ?? ''}>
          <OwnSearchForm
            label={folder ? t('folders.search', { name: folder.name }) : t('bookmarks.search')}
            // The search ignores quotation marks in the name.
            operator={
              folder ? `folder:"${folder.name.replaceAll(quotationMarks, '')}"` : 'in:bookmarks'
            }
          />
          {folderId === undefined ? <All /> : <InFolder folderId={folderId} />}
        </Fragment>
      )}
    </Page>
  );
}

interface FolderTabsProps {
  folders: readonly BookmarkFolder[];
  current: string | undefined;
}

/** Shown without folders too, so that nothing moves when they have loaded. */
function FolderTabs({ folders, current }: FolderTabsProps) {
  const navigate = useNavigate();
  const [isManaging, setIsManaging] = useState(false);
  const close = () => setIsManaging(false);
  return (
    <div className="flex items-center border-b border-line pr-2">
      <div className="min-w-0 grow [&_a]:flex-none [&_a]:px-3 [&_nav]:border-b-0">
        <LinkTabs
          label={t('folders.tabs')}
          tabs={[
            { to: paths.bookmarks, label: t('folders.all'), isCurrent: current === undefined },
            ...folders.map(({ id, name }) => ({
              to: paths.bookmarkFolder(id),
              label: name,
              isCurrent: id === current,
            })),
          ]}
        />
      </div>
      <IconButton
        icon={FolderCog}
        label={t('folders.manage')}
        aria-haspopup="dialog"
        onClick={() => setIsManaging(true)}
      />
      {isManaging && (
        <Suspense>
          <FoldersDialog
            onClose={close}
            onDeleted={(id) => {
              if (id !== current) return;
              close();
              void navigate(paths.bookmarks, { replace: true });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function All() {
  const key = usePageKey();
  const query = useInfiniteQuery(bookmarkedThreadsQuery(key));
  return <Bookmarks query={query} empty={t('bookmarks.empty')} end={t('bookmarks.end')} />;
}

function InFolder({ folderId }: { folderId: string }) {
  const key = usePageKey();
  const query = useInfiniteQuery(folderThreadsQuery(folderId, key));
  return <Bookmarks query={query} empty={t('folders.empty')} end={t('folders.end')} />;
}

interface BookmarksProps {
  query: UseInfiniteQueryResult<readonly Thread[]>;
  empty: string;
  end: string;
}

function Bookmarks({ query, empty, end }: BookmarksProps) {
  return (
    <ThreadList
      query={query}
      entries={query.data}
      texts={{
        label: t('bookmarks.title'),
        loading: t('bookmarks.loading'),
        empty,
        error: t('bookmarks.error'),
        end,
      }}
      estimateHeight={estimateHeight}
      renderCard={(thread, itemProps) => <ThreadCard thread={thread} {...itemProps} />}
    />
  );
}
