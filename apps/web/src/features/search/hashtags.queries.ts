import { queryOptions } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import { request } from '../../api/index.ts';

const trendingStaleMs = 30_000;

/** The usage statistics of a hashtag. */
export function hashtagQuery(tag: string) {
  return queryOptions({
    queryKey: ['hashtags', 'tag', tag],
    queryFn: ({ signal }) => request(routes.getHashtag, { params: { tag }, signal }),
  });
}

/** The hashtags that the viewer follows. */
export const followedHashtagsQuery = queryOptions({
  queryKey: ['hashtags', 'followed'],
  queryFn: ({ signal }) => request(routes.listFollowedHashtags, { signal }),
});

/** The hashtags that the viewer shows on the profile. */
export const featuredHashtagsQuery = queryOptions({
  queryKey: ['hashtags', 'featured'],
  queryFn: ({ signal }) => request(routes.listFeaturedHashtags, { signal }),
});

/** The trending hashtags. The server recalculates them while they are read. */
export const trendingHashtagsQuery = queryOptions({
  queryKey: ['hashtags', 'trending'],
  queryFn: ({ signal }) => request(routes.listTrendingHashtags, { signal }),
  staleTime: trendingStaleMs,
});
