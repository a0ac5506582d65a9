import { infiniteQueryOptions } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import { myThreadsPageSize, threadsPageSize } from '@skein/contracts/limits';
import { request } from '../../../api/index.ts';
import { threadKeys } from '../cache/thread-keys.ts';
import type { ProfileTab } from '../cache/thread-keys.ts';
import { cursorParam, visitListOptions } from './list-options.ts';
import { listEntries } from './list-entries.ts';
import { currentStats, withInitialStats } from './my-thread-stats.ts';
import type { MyThreadsPageWithStats } from './my-thread-stats.ts';

/** Threads that a user likes, latest like first. `visit` is the history entry's key. */
export function likedThreadsQuery(userId: string, visit: string) {
  return infiniteQueryOptions({
    ...visitListOptions,
    queryKey: threadKeys.liked(userId, visit),
    queryFn: ({ pageParam, signal }) =>
      request(routes.listUserThreads, {
        params: { userIdOrUsername: userId },
        query: { tab: 'likes', size: threadsPageSize, ...cursorParam(pageParam) },
        signal,
      }),
  });
}

/** A user's threads for one tab of the profile, newest first. */
export function userThreadsQuery(userId: string, tab: ProfileTab, visit: string) {
  return infiniteQueryOptions({
    ...visitListOptions,
    queryKey: threadKeys.byUser(userId, tab, visit),
    queryFn: ({ pageParam, signal }) =>
      request(routes.listUserThreads, {
        params: { userIdOrUsername: userId },
        query: { tab, size: threadsPageSize, ...cursorParam(pageParam) },
        signal,
      }),
  });
}

/** The viewer's bookmarks, latest first. */
export function bookmarkedThreadsQuery(visit: string) {
  return infiniteQueryOptions({
    ...visitListOptions,
    queryKey: threadKeys.bookmarked(visit),
    queryFn: ({ pageParam, signal }) =>
      request(routes.listBookmarkedThreads, {
        query: { size: threadsPageSize, ...cursorParam(pageParam) },
        signal,
      }),
  });
}

/** The viewer's own threads, quotes and replies, newest first. */
export function myThreadsQuery(visit: string) {
  return infiniteQueryOptions({
    ...visitListOptions,
    queryKey: threadKeys.own(visit),
    queryFn: async ({ pageParam, signal }) =>
      withInitialStats(
        await request(routes.listMyThreads, {
          query: { size: myThreadsPageSize, ...cursorParam(pageParam) },
          signal,
        }),
      ),
    select: ({ pages }: InfiniteData<MyThreadsPageWithStats>) => ({
      threads: listEntries(pages),
      stats: currentStats(pages),
    }),
  });
}
