import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { repliesPageSize } from '@skein/contracts/limits';
import type { Thread, getThread, listReplies } from '@skein/contracts/threads';
import { request } from '../../../api/index.ts';
import { listEntries } from '../list/list-entries.ts';
import { listOptions } from '../list/list-options.ts';
import type { RepliesList } from '../cache/reply-cache.ts';
import { findCachedThread } from '../cache/thread-cache.ts';
import type { ThreadList } from '../cache/thread-cache.ts';
import { threadKeys } from '../cache/thread-keys.ts';

/** Long enough to come back to a list one has left for a while. */
export const keptListMs = 30 * 60_000;

/** One thread. What a list shows of it is there at once, and read anew. */
export function threadQuery(client: QueryClient, threadId: string) {
  return queryOptions({
    queryKey: threadKeys.thread(threadId),
    queryFn: async ({ signal }) => {
      const params = { threadId };
      return asList(
        await request<typeof getThread>({
          method: 'GET',
          path: '/threads/{threadId}',
          params,
          signal,
        }),
      );
    },
    initialData: () => {
      const known = findCachedThread(client, threadId);
      return known && asList({ ...known, repostedBy: null });
    },
    initialDataUpdatedAt: 0,
    gcTime: keptListMs,
    select: (list) => list.pages[0]?.content[0],
  });
}

/** Everything below a thread, in reading order, as far as it was scrolled. */
export function repliesQuery(threadId: string) {
  return infiniteQueryOptions({
    ...listOptions,
    queryKey: threadKeys.replies(threadId),
    queryFn: ({ pageParam, signal }) =>
      request<typeof listReplies>({
        method: 'GET',
        path: '/threads/{threadId}/replies',
        params: { threadId },
        query: { size: repliesPageSize, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    gcTime: keptListMs,
    select: ({ pages }: RepliesList) => ({
      replies: listEntries(pages),
      /** On all levels, as the latest page says. */
      total: pages.at(-1)?.totalElements ?? 0,
    }),
  });
}

function asList(thread: Thread): ThreadList {
  const page = { content: [thread], page: null, size: 1, last: true, nextCursor: null };
  return { pages: [page], pageParams: [null] };
}
