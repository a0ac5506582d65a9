import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import type { FoundThreadsPage } from '@skein/contracts/search';
import { listLimitMax, searchPageSize, threadsPageSize } from '@skein/contracts/limits';
import { request } from '../../api/index.ts';
import { threadKeys } from '../threads/cache/thread-keys.ts';
import { listEntries } from '../threads/list/list-entries.ts';
import { cursorParam, visitListOptions } from '../threads/list/list-options.ts';
import { userKeys } from '../users/user-cache.ts';
import type { Search } from './search-url.ts';

/** The threads that match a search, and their total. `visit` is the history entry's key. */
export function searchThreadsQuery({ query: q, sort }: Search, visit: string) {
  return infiniteQueryOptions({
    ...visitListOptions,
    queryKey: [...threadKeys.lists, 'search', q, sort, visit],
    queryFn: ({ pageParam, signal }) =>
      request(routes.searchThreads, {
        query: { q, sort, size: searchPageSize, ...cursorParam(pageParam) },
        signal,
      }),
    select: ({ pages }: InfiniteData<FoundThreadsPage>) => ({
      threads: listEntries(pages),
      total: pages[0]?.totalElements ?? 0,
    }),
  });
}

/** Threads with a hashtag, newest first. */
export function hashtagThreadsQuery(tag: string, visit: string) {
  return infiniteQueryOptions({
    ...visitListOptions,
    queryKey: [...threadKeys.lists, 'hashtag', tag, visit],
    queryFn: ({ pageParam, signal }) =>
      request(routes.listHashtagThreads, {
        params: { tag },
        query: { size: threadsPageSize, ...cursorParam(pageParam) },
        signal,
      }),
  });
}

/** Threads with the most recent engagement. */
export function trendingThreadsQuery(visit: string) {
  return infiniteQueryOptions({
    ...visitListOptions,
    queryKey: [...threadKeys.lists, 'trending', visit],
    queryFn: ({ pageParam, signal }) =>
      request(routes.listTrendingThreads, {
        query: { size: threadsPageSize, ...cursorParam(pageParam) },
        signal,
      }),
  });
}

/** Users that match a search by name or username, best match first. */
export function searchUsersQuery(q: string) {
  return queryOptions({
    queryKey: [...userKeys.all, 'search', q],
    queryFn: ({ signal }) =>
      request(routes.searchUsers, { query: { q, limit: listLimitMax }, signal }),
  });
}
