import { infiniteQueryOptions } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import type {
  FoundThreadsPage,
  listHashtagThreads,
  listTrendingThreads,
  searchThreads,
} from '@skein/contracts/search';
import { searchPageSize, threadsPageSize } from '@skein/contracts/limits';
import { request } from '../../../api/index.ts';
import { listOptions } from '../../threads/list/list-options.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import { keptListMs } from '../../threads/page/thread.queries.ts';
import { listEntries } from '../../threads/list/list-entries.ts';
import type { Search } from '../model/search-url.ts';

// What was found stays as it is for as long as one looks, and for who comes back to it: each visit,
// told by the history entry's key, has its own.
const visitOptions = { ...listOptions, staleTime: Infinity, gcTime: keptListMs };

const nextPage = (cursor: string | null) => (cursor === null ? {} : { cursor });

/** The threads that a search finds, and how many they are in all. */
export function foundThreadsQuery({ query: q, sort }: Search, visit: string) {
  return infiniteQueryOptions({
    ...visitOptions,
    queryKey: [...threadKeys.lists, 'found', q, sort, visit],
    queryFn: ({ pageParam, signal }) =>
      request<typeof searchThreads>({
        method: 'GET',
        path: '/threads/search',
        query: { q, sort, size: searchPageSize, ...nextPage(pageParam) },
        signal,
      }),
    select: ({ pages }: InfiniteData<FoundThreadsPage>) => ({
      threads: listEntries(pages),
      total: pages[0]?.totalElements ?? 0,
    }),
  });
}

/** Threads with a tag, newest first. */
export function taggedThreadsQuery(tag: string, visit: string) {
  return infiniteQueryOptions({
    ...visitOptions,
    queryKey: [...threadKeys.lists, 'tagged', tag, visit],
    queryFn: ({ pageParam, signal }) =>
      request<typeof listHashtagThreads>({
        method: 'GET',
        path: '/threads/hashtag/{tag}',
        params: { tag },
        query: { size: threadsPageSize, ...nextPage(pageParam) },
        signal,
      }),
  });
}

/** Threads that people engage with of late. */
export function trendingThreadsQuery(visit: string) {
  return infiniteQueryOptions({
    ...visitOptions,
    queryKey: [...threadKeys.lists, 'trending', visit],
    queryFn: ({ pageParam, signal }) =>
      request<typeof listTrendingThreads>({
        method: 'GET',
        path: '/threads/trending',
        query: { size: threadsPageSize, ...nextPage(pageParam) },
        signal,
      }),
  });
}
