import type { ThreadPage } from '@skein/contracts/threads';
import type { ThreadList } from '../cache/thread-cache.ts';
import { listEntries } from './list-entries.ts';

/** How long a list that the viewer has left stays cached. */
export const cachedListMs = 30 * 60_000;

/** Options of all infinite queries for threads. */
export const listOptions = {
  initialPageParam: null as string | null,
  getNextPageParam: (page: ThreadPage) => page.nextCursor,
  // Pages are only appended: comparing thousands of threads deeply each time would stall scrolling.
  structuralSharing: false,
  select: (list: ThreadList) => listEntries(list.pages),
};

/** Options of lists that do not change during a visit, identified by the history entry's key. */
export const visitListOptions = { ...listOptions, staleTime: Infinity, gcTime: cachedListMs };

/** The query parameter of a page: the first page has none. */
export const cursorParam = (cursor: string | null) => (cursor === null ? {} : { cursor });
