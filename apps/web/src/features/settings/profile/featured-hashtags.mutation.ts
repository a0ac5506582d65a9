import * as routes from '@skein/contracts/routes';
import { useMutation } from '@tanstack/react-query';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { featuredHashtagsQuery } from '../../search/hashtags.queries.ts';
import { userKeys } from '../../users/user-cache.ts';

interface FeatureChange {
  tag: string;
  isFeatured: boolean;
}

/** Adds a hashtag to the viewer's profile, or removes it. */
export function useFeatureHashtag() {
  return useMutation({
    scope: { id: 'featured-hashtags' },
    mutationFn: ({ tag, isFeatured }: FeatureChange) => {
      const options = { params: { tag } };
      return isFeatured
        ? request(routes.featureHashtag, options)
        : request(routes.unfeatureHashtag, options);
    },
    onSuccess: (_response, _change, _before, { client }) => {
      void client.invalidateQueries({ queryKey: [...userKeys.all, 'profile'] });
      return client.invalidateQueries({ queryKey: featuredHashtagsQuery.queryKey });
    },
    onError: (error) => {
      const message = error instanceof ApiError ? error.message : t('common.networkError');
      toast.error(t('profile.featuredHashtags.failed'), message);
    },
  });
}
