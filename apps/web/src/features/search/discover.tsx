import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { t } from '../../i18n/index.ts';
import { hasTrends } from '../../lib/instance.ts';
import { paths } from '../../lib/paths.ts';
import { FocusRegion } from '../../ui/focus-region.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { ListMessage } from '../../ui/list-message.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { SuggestedUser } from '../relationships/suggested-users-panel.tsx';
import { suggestedUsersQuery } from '../users/suggested-users.queries.ts';
import { UserRowsSkeleton } from '../users/user-rows-skeleton.tsx';
import { trendingHashtagsQuery } from './hashtags.queries.ts';
import { TrendingTag } from './trending-panel.tsx';
import { TrendingThreads } from './trending-threads.tsx';

const kinds = ['threads', 'hashtags', 'people'] as const;
type Kind = (typeof kinds)[number];

// Returns fragments without a wrapper: a list measures its siblings to find its offset.

/** What a user can discover without a search: trending threads and hashtags, and users to follow. */
export function Discover() {
  const [params] = useSearchParams();
  if (!hasTrends()) return <SuggestedUsers />;
  const current = kinds.find((kind) => kind === params.get('tab')) ?? 'threads';
  return (
    <>
      <LinkTabs
        label={t('search.discover')}
        replace
        tabs={kinds.map((kind) => ({
          to: kind === 'threads' ? paths.search : `${paths.search}?tab=${kind}`,
          label: t(`search.${kind}`),
          isCurrent: kind === current,
        }))}
      />
      {renderKind(current)}
    </>
  );
}

function renderKind(kind: Kind) {
  if (kind === 'threads') return <TrendingThreads />;
  return kind === 'hashtags' ? <TrendingHashtags /> : <SuggestedUsers />;
}

function TrendingHashtags() {
  const { data: hashtags, isPending, refetch } = useQuery(trendingHashtagsQuery);
  if (isPending) return <UserRowsSkeleton text={t('common.loading')} />;
  if (!hashtags) {
    return <LoadError text={t('trending.hashtagsError')} onRetry={() => void refetch()} />;
  }
  if (hashtags.length === 0) return <ListMessage text={t('trending.empty')} />;
  return (
    <ol aria-label={t('trending.title')}>
      {hashtags.map((hashtag) => (
        <li key={hashtag.tag} className="border-b border-line">
          <TrendingTag hashtag={hashtag} />
        </li>
      ))}
    </ol>
  );
}

function SuggestedUsers() {
  const { data: users, isPending, refetch } = useQuery(suggestedUsersQuery);
  if (isPending) return <UserRowsSkeleton text={t('common.loading')} />;
  if (!users) return <LoadError text={t('users.error')} onRetry={() => void refetch()} />;
  if (users.length === 0) return <ListMessage text={t('users.noSuggestions')} />;
  return (
    <FocusRegion>
      <ul aria-label={t('users.suggestedTitle')}>
        {users.map((user) => (
          <li key={user.id} className="border-b border-line p-4">
            <SuggestedUser user={user} />
          </li>
        ))}
      </ul>
    </FocusRegion>
  );
}
