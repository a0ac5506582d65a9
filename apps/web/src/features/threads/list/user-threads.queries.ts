import { infiniteQueryOptions } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { myThreadsPageSize, threadsPageSize } from '@skein/contracts/limits';
import type { listBookmarkedThreads, listMyThreads, listUserThreads } from '@skein/contracts/feed';
import { request } from '../../../api/index.ts';
import { listEntries } from './list-entries.ts';
import { currentFigures, withFigures } from './my-thread-stats.ts';
import type { FiguredPage } from './my-thread-stats.ts';
import { listOptions } from './list-options.ts';
import { keptListMs } from '../page/thread.queries.ts';
import { threadKeys } from '../cache/thread-keys.ts';
import type { UserTab } from '../cache/thread-keys.ts';

// A list of these stays as it is for as long as one looks, and for who comes back to it.
const visitOptions = { ...listOptions, staleTime: Infinity, gcTime: keptListMs };

const nextPage = (cursor: string | null) => (cursor === null ? {} : { cursor });

/** What somebody likes, the latest first. `visit` is the history entry's key. */
export function likedThreadsQuery(userId: string, visit: string) {
  return infiniteQueryOptions({
    ...visitOptions,
    queryKey: threadKeys.liked(userId, visit),
    queryFn: ({ pageParam, signal }) =>
      request<typeof listUserThreads>({
        method: 'GET',
        path: '/users/{userIdOrUsername}/threads',
        params: { userIdOrUsername: userId },
        query: { tab: 'likes', size: threadsPageSize, ...nextPage(pageParam) },
        signal,
      }),
  });
}

/** What somebody published, newest first. */
export function userThreadsQuery(userId: string, tab: UserTab, visit: string) {
  return infiniteQueryOptions({
    ...visitOptions,
    queryKey: threadKeys.ofUser(userId, tab, visit),
    queryFn: ({ pageParam, signal }) =>
      request<typeof listUserThreads>({
        method: 'GET',
        path: '/users/{userIdOrUsername}/threads',
        params: { userIdOrUsername: userId },
        query: { tab, size: threadsPageSize, ...nextPage(pageParam) },
        signal,
      }),
  });
}

/** What one has bookmarked, the latest first. */
export function bookmarkedThreadsQuery(visit: string) {
  return infiniteQueryOptions({
    ...visitOptions,
    queryKey: threadKeys.bookmarked(visit),
    queryFn: ({ pageParam, signal }) =>
      request<typeof listBookmarkedThreads>({
        method: 'GET',
        path: '/threads/bookmarked',
        query: { size: threadsPageSize, ...nextPage(pageParam) },
        signal,
      }),
  });
}

/** One's own threads, quotes and replies, newest first. */
export function myThreadsQuery(visit: string) {
  return infiniteQueryOptions({
    ...visitOptions,
    queryKey: threadKeys.mine(visit),
    queryFn: async ({ pageParam, signal }) =>
      withFigures(
        await request<typeof listMyThreads>({
          method: 'GET',
          path: '/threads/my-threads',
          query: { size: myThreadsPageSize, ...nextPage(pageParam) },
          signal,
        }),
      ),
    select: ({ pages }: InfiniteData<FiguredPage>) => ({
      threads: listEntries(pages),
      figures: currentFigures(pages),
    }),
  });
}
