import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { FeedPage, Thread, ThreadPage } from '@skein/contracts/threads';
import { threadKeys } from './thread-keys.ts';

/** The shape of every cached list of threads. Only feeds have announcements. */
export type ThreadList = InfiniteData<
  ThreadPage & Partial<Pick<FeedPage, 'announcements'>>,
  string | null
>;

/** Changes one thread in every list that shows it, also where it is quoted. */
export function patchThread(client: QueryClient, id: string, patch: Partial<Thread>): void {
  client.setQueriesData<ThreadList>(
    { queryKey: threadKeys.lists },
    (list) => list && mapThreads(list, (thread) => applyPatch(thread, id, patch)),
  );
}

/** Adds a new thread at the top of every cached feed. */
export function prependThread(client: QueryClient, thread: Thread): void {
  prepend(client, threadKeys.feeds, thread);
  prependToMine(client, thread);
}

/** Adds a new thread at the top of the viewer's own posts, which include replies. */
export function prependToMine(client: QueryClient, thread: Thread): void {
  prepend(client, threadKeys.allOwn, thread);
}

/** The first cached copy of a thread; undefined if there is none. */
export function findCachedThread(client: QueryClient, id: string): Thread | undefined {
  for (const [, list] of client.getQueriesData<ThreadList>({ queryKey: threadKeys.lists })) {
    for (const page of list?.pages ?? []) {
      const found = page.content.find((thread) => thread.id === id);
      if (found) return found;
    }
  }
  return undefined;
}

function prepend(client: QueryClient, queryKey: readonly string[], thread: Thread): void {
  client.setQueriesData<ThreadList>({ queryKey }, (list) => {
    const [first, ...rest] = list?.pages ?? [];
    if (!list || !first) return list;
    const others = first.content.filter(({ id }) => id !== thread.id);
    return { ...list, pages: [{ ...first, content: [thread, ...others] }, ...rest] };
  });
}

/** Maps every thread of a list. Pages without a change keep their identity. */
export function mapThreads(list: ThreadList, change: (thread: Thread) => Thread): ThreadList {
  return {
    ...list,
    pages: list.pages.map((page) => {
      const content = page.content.map(change);
      const isSame = content.every((thread, index) => thread === page.content[index]);
      return isSame ? page : { ...page, content };
    }),
  };
}

function applyPatch(thread: Thread, id: string, patch: Partial<Thread>): Thread {
  if (thread.id === id) return { ...thread, ...patch };
  if (thread.quotedThread?.id !== id) return thread;
  return { ...thread, quotedThread: { ...thread.quotedThread, ...patch, quotedThread: null } };
}
