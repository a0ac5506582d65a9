import { queryOptions } from '@tanstack/react-query';
import type {
  getHashtag,
  listFollowedHashtags,
  listTrendingHashtags,
} from '@skein/contracts/search';
import { request } from '../../../api/index.ts';

const trendingStaleMs = 30_000;

/** The usage statistics of a hashtag. */
export function hashtagQuery(tag: string) {
  return queryOptions({
    queryKey: ['hashtags', 'tag', tag],
    queryFn: ({ signal }) =>
      request<typeof getHashtag>({
        method: 'GET',
        path: '/hashtags/{tag}',
        params: { tag },
        signal,
      }),
  });
}

/** The hashtags that the viewer follows. */
export const followedHashtagsQuery = queryOptions({
  queryKey: ['hashtags', 'followed'],
  queryFn: ({ signal }) =>
    request<typeof listFollowedHashtags>({ method: 'GET', path: '/hashtags/followed', signal }),
});

/** The trending hashtags. The server recalculates them while they are read. */
export const trendingHashtagsQuery = queryOptions({
  queryKey: ['hashtags', 'trending'],
  queryFn: ({ signal }) =>
    request<typeof listTrendingHashtags>({ method: 'GET', path: '/hashtags/trending', signal }),
  staleTime: trendingStaleMs,
});
