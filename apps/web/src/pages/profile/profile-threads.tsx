import { lazy, Suspense } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { profileTabs } from '@skein/contracts/constants';
import type { ProfileDetails } from '@skein/contracts/users';
import { useSearchParams } from 'react-router-dom';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { userThreadsQuery } from '../../features/threads/list/user-threads.queries.ts';
import type { ProfileTab } from '../../features/threads/cache/thread-keys.ts';
import { PinnedThread } from '../../features/threads/list/pinned-thread.tsx';
import { OriginalLink } from '../../ui/original-link.tsx';
import { ThreadCard } from '../../features/threads/card/thread-card.tsx';
import { ThreadList } from '../../features/threads/list/thread-list.tsx';
import { estimateHeight } from '../../features/threads/card/estimate-height.ts';
import { t } from '../../i18n/index.ts';
import { withMessages } from '../../i18n/load-messages.ts';
import { paths } from '../../lib/paths.ts';
import { usePageKey } from '../../lib/history-layers.tsx';
import { MediaSkeleton } from './media-skeleton.tsx';

const ProfileMedia = lazy(() =>
  withMessages(
    async () => ({ default: (await import('./profile-media.tsx')).ProfileMedia }),
    'cardParts',
  ),
);

/** The threads of a user. The URL selects the tab: `?tab=replies`. */
export function ProfileThreads({ profile }: { profile: ProfileDetails }) {
  const [search] = useSearchParams();
  const current = profileTabs.find((tab) => tab === search.get('tab')) ?? 'threads';
  const profilePath = paths.profile(profile.username);
  return (
    <>
      <LinkTabs
        label={t('profilePage.tabs')}
        replace
        tabs={profileTabs.map((tab) => ({
          to: tab === 'threads' ? profilePath : `${profilePath}?tab=${tab}`,
          label: t(`profilePage.tab.${tab}`),
          isCurrent: tab === current,
        }))}
      />
      {current === 'media' ? (
        <Suspense fallback={<MediaSkeleton />}>
          <ProfileMedia profile={profile} />
        </Suspense>
      ) : (
        <TabThreads key={current} profile={profile} tab={current} />
      )}
    </>
  );
}

function TabThreads({ profile, tab }: { profile: ProfileDetails; tab: ProfileTab }) {
  const { id, name, pinnedThreadId, originalUrl } = profile;
  const key = usePageKey();
  const query = useInfiniteQuery(userThreadsQuery(id, tab, key));
  const pinnedId = tab === 'threads' ? pinnedThreadId : null;
  // The pinned thread is not repeated below, but other users' reposts of it stay in their lists.
  const entries = query.data?.filter((thread) => thread.id !== pinnedId || thread.repostedBy);
  return (
    <>
      {pinnedId !== null && <PinnedThread threadId={pinnedId} />}
      <ThreadList
        query={query}
        entries={entries}
        texts={{
          label: t(`profilePage.tab.${tab}`),
          loading: t('profilePage.threadsLoading'),
          empty: t(`profilePage.empty.${tab}`),
          error: t('profilePage.threadsError'),
          ...(originalUrl === null && { end: t('profilePage.threadsEnd', { name }) }),
        }}
        estimateHeight={estimateHeight}
        renderCard={(thread, itemProps) => <ThreadCard thread={thread} {...itemProps} />}
      />
      {originalUrl !== null && query.data !== undefined && !query.hasNextPage && (
        <p className="px-4 py-6 text-center text-sm text-muted">
          {t('profilePage.olderMissing')}{' '}
          <OriginalLink url={originalUrl}>
            {t('profilePage.moreOn', { domain: new URL(originalUrl).host })}
          </OriginalLink>
        </p>
      )}
    </>
  );
}
