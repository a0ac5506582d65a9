import { useInfiniteQuery } from '@tanstack/react-query';
import type { Profile } from '@skein/contracts/users';
import { ThreadList } from '../../features/threads/list/thread-list.tsx';
import { userThreadsQuery } from '../../features/threads/list/user-threads.queries.ts';
import { estimateRowHeight, toMediaRows } from '../../features/threads/media/media-rows.ts';
import { MediaTiles } from '../../features/threads/media/media-tiles.tsx';
import { t } from '../../i18n/index.ts';
import { usePageKey } from '../../lib/history-layers.tsx';
import { MediaSkeleton } from './media-skeleton.tsx';

/** The media of a user as a grid, newest first. */
export function ProfileMedia({ profile: { id, name } }: { profile: Profile }) {
  const key = usePageKey();
  const query = useInfiniteQuery(userThreadsQuery(id, 'media', key));
  if (query.isPending) return <MediaSkeleton />;
  return (
    <ThreadList
      query={query}
      entries={query.data && toMediaRows(query.data)}
      texts={{
        label: t('profilePage.tab.media'),
        loading: t('profilePage.threadsLoading'),
        empty: t('profilePage.empty.media'),
        error: t('profilePage.threadsError'),
        end: t('profilePage.threadsEnd', { name }),
      }}
      estimateHeight={estimateRowHeight}
      renderCard={(row, itemProps) => <MediaTiles row={row} {...itemProps} />}
    />
  );
}
