import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import { repliesPageSize } from '@skein/contracts/limits';
import type { Thread } from '@skein/contracts/threads';
import { request } from '../../../api/index.ts';
import { listEntries } from '../list/list-entries.ts';
import { cachedListMs, cursorParam, listOptions } from '../list/list-options.ts';
import type { RepliesList } from '../cache/reply-cache.ts';
import { findCachedThread } from '../cache/thread-cache.ts';
import type { ThreadList } from '../cache/thread-cache.ts';
import { threadKeys } from '../cache/thread-keys.ts';

/** One thread. A copy from a cached list is shown while the request runs. */
export function threadQuery(client: QueryClient, threadId: string) {
  return queryOptions({
    queryKey: threadKeys.thread(threadId),
    queryFn: async ({ signal }) => {
      const params = { threadId };
      return toList(await request(routes.getThread, { params, signal }));
    },
    initialData: () => {
      const cached = findCachedThread(client, threadId);
      return cached && toList({ ...cached, repostedBy: null });
    },
    initialDataUpdatedAt: 0,
    gcTime: cachedListMs,
    select: (list) => list.pages[0]?.content[0],
  });
}

/** The loaded pages of replies below a thread, in reading order: those that are hidden, or the others. */
export function repliesQuery(threadId: string, { hidden = false } = {}) {
  return infiniteQueryOptions({
    ...listOptions,
    queryKey: hidden ? threadKeys.hiddenReplies(threadId) : threadKeys.replies(threadId),
    queryFn: ({ pageParam, signal }) =>
      request(routes.listReplies, {
        params: { threadId },
        query: {
          size: repliesPageSize,
          ...(hidden && { hidden: 'true' as const }),
          ...cursorParam(pageParam),
        },
        signal,
      }),
    gcTime: cachedListMs,
    select: ({ pages }: RepliesList) => ({
      replies: listEntries(pages),
      /** Replies on all levels, from the last page. */
      total: pages.at(-1)?.totalElements ?? 0,
      hiddenCount: pages.at(-1)?.hiddenCount ?? 0,
    }),
  });
}

/** How often an open page asks for new replies. */
const repliesRefetchMs = 20_000;

/** The number of replies below a thread. Asked again while the page is visible. */
export function repliesTotalQuery(threadId: string, shownTotal: number) {
  return queryOptions({
    queryKey: threadKeys.repliesTotal(threadId, shownTotal),
    queryFn: async ({ signal }) => {
      const query = { size: 1 };
      const page = await request(routes.listReplies, { params: { threadId }, query, signal });
      return page.totalElements;
    },
    staleTime: repliesRefetchMs,
    refetchInterval: repliesRefetchMs,
    refetchOnWindowFocus: true,
  });
}

function toList(thread: Thread): ThreadList {
  const page = { content: [thread], page: null, size: 1, last: true, nextCursor: null };
  return { pages: [page], pageParams: [null] };
}
