import { useMutation } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import { ApiError, request } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../lib/toast.ts';
import { threadKeys } from '../threads/cache/thread-keys.ts';
import { followedHashtagsQuery, hashtagQuery } from './hashtags.queries.ts';

/** Follows or unfollows a hashtag. Optimistic, rolled back on failure. */
export function useFollowHashtag(tag: string) {
  const { queryKey } = hashtagQuery(tag);
  return useMutation({
    scope: { id: `follow-hashtag:${tag}` },
    mutationFn: async (isFollowed: boolean) => {
      const options = { params: { tag } };
      if (isFollowed) await request(routes.followHashtag, options);
      else await request(routes.unfollowHashtag, options);
    },
    onMutate: (isFollowed, { client }) => {
      client.setQueryData(queryKey, (hashtag) => hashtag && { ...hashtag, isFollowed });
    },
    onSuccess: (_response, _isFollowed, _before, { client }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: followedHashtagsQuery.queryKey }),
        client.invalidateQueries({ queryKey: threadKeys.feed('following') }),
      ]),
    onError: (error, isFollowed, _before, { client }) => {
      client.setQueryData(
        queryKey,
        (hashtag) => hashtag && { ...hashtag, isFollowed: !isFollowed },
      );
      const message = error instanceof ApiError ? error.message : t('common.networkError');
      toast.error(t('hashtag.followFailed'), message);
    },
  });
}
