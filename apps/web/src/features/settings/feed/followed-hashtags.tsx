import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { firstClick } from '../../../lib/first-click.ts';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { useFollowHashtag } from '../../search/follow-hashtag.mutation.ts';
import { followedHashtagsQuery } from '../../search/hashtags.queries.ts';
import { SettingsList } from '../layout/settings-list.tsx';

/** The hashtags that the viewer follows, each with a button to unfollow it. */
export function FollowedHashtags() {
  const query = useQuery(followedHashtagsQuery);
  const isEmpty = query.data?.length === 0;
  return (
    <SettingsList
      title={t('feeds.hashtags')}
      text={t(isEmpty ? 'feeds.noHashtags' : 'feeds.hashtagsText')}
      error={t('feeds.hashtagsError')}
      query={query}
    >
      <ul className="divide-y divide-line">
        {query.data?.map(({ tag }) => (
          <FollowedHashtag key={tag} tag={tag} />
        ))}
      </ul>
    </SettingsList>
  );
}

function FollowedHashtag({ tag }: { tag: string }) {
  const follow = useFollowHashtag(tag);
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <Link
        to={paths.hashtag(tag)}
        dir="auto"
        className="finger min-w-0 font-medium wrap-anywhere hover:underline"
      >
        #{tag}
      </Link>
      <Button
        size="sm"
        variant="secondary"
        aria-label={t('feeds.unfollowHashtag', { tag })}
        isBusy={follow.isPending}
        onClick={firstClick(() => follow.mutate(false))}
      >
        {t('feeds.unfollow')}
      </Button>
    </li>
  );
}
