import type { ThreadPage } from '@skein/contracts/threads';
import { listEntries } from './list-entries.ts';
import type { ThreadList } from '../cache/thread-cache.ts';

/** What the infinite queries of all lists of threads have in common. */
export const listOptions = {
  // The cursor is opaque: only the first page is read without one.
  initialPageParam: null as string | null,
  getNextPageParam: (page: ThreadPage) => page.nextCursor,
  // Pages are only ever added: comparing thousands of threads deeply each time would stall scrolling.
  structuralSharing: false,
  select: (list: ThreadList) => listEntries(list.pages),
};
