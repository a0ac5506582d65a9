import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { t } from '../../i18n/index.ts';
import { useFollowHashtag } from './follow-hashtag.mutation.ts';
import { hashtagQuery } from './hashtags.queries.ts';

/** Follows a hashtag, or unfollows a followed one. */
export function FollowHashtagButton({ tag }: { tag: string }) {
  const { data } = useQuery(hashtagQuery(tag));
  const follow = useFollowHashtag(tag);
  const isFollowed = data?.isFollowed === true;
  return (
    <Button
      variant={isFollowed ? 'secondary' : 'strong'}
      size="sm"
      aria-label={t(isFollowed ? 'hashtag.unfollowNamed' : 'hashtag.followNamed', { tag })}
      disabled={data === undefined}
      onClick={() => follow.mutate(!isFollowed)}
    >
      {t(isFollowed ? 'hashtag.unfollow' : 'hashtag.follow')}
    </Button>
  );
}
