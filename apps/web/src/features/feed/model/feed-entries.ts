import type { Thread, ThreadPage } from '@skein/contracts/threads';
import { mapThreads } from '../../threads/cache/thread-cache.ts';
import type { ThreadList } from '../../threads/cache/thread-cache.ts';

// A thread that was reposted since stands in the head as a new entry.
const entryKey = (thread: Thread): string => `${thread.id} ${thread.repostedBy?.id ?? ''}`;

/** The entries of a feed's newest page that are not shown yet and stand above something shown. */
export function findNewEntries(head: ThreadPage, shown: readonly Thread[]): Thread[] {
  const headIds = new Set(head.content.map(({ id }) => id));
  // Thousands may be shown, of which only these few matter.
  const shownKeys = new Set(shown.filter(({ id }) => headIds.has(id)).map(entryKey));
  const lastShown = head.content.findLastIndex((thread) => shownKeys.has(entryKey(thread)));
  const above = lastShown === -1 ? head.content : head.content.slice(0, lastShown);
  return above.filter((thread) => !shownKeys.has(entryKey(thread)));
}

/**
 * A feed in which the threads of its newest page have its counts and marks: nothing moves by
 * that. What the person has changed since is left as it is.
 */
export function withRefreshedCounts(
  list: ThreadList,
  head: ThreadPage,
  wasChanged: (threadId: string) => boolean,
): ThreadList {
  const fresh = new Map(head.content.map((thread) => [thread.id, thread]));
  return mapThreads(list, (shown) => {
    const thread = fresh.get(shown.id);
    return thread && !wasChanged(shown.id) ? { ...shown, ...pickCounts(thread) } : shown;
  });
}

function pickCounts(thread: Thread): Partial<Thread> {
  const { likesCount, repliesCount, repostsCount, quotesCount, bookmarksCount } = thread;
  const { reactions, myReaction, isLiked, isReposted, isBookmarked } = thread;
  return {
    likesCount,
    repliesCount,
    repostsCount,
    quotesCount,
    bookmarksCount,
    reactions,
    myReaction,
    isLiked,
    isReposted,
    isBookmarked,
  };
}

/**
 * A feed with its newest page put on top. Where the two do not meet, threads are missing in
 * between: then the list starts over from the newest page.
 */
export function prependHead(list: ThreadList, head: ThreadPage): ThreadList {
  const [first, ...rest] = list.pages;
  const shownKeys = new Set(list.pages.flatMap((page) => page.content).map(entryKey));
  const meets = head.content.some((thread) => shownKeys.has(entryKey(thread)));
  if (!first || !meets) return { pages: [head], pageParams: [null] };
  const headIds = new Set(head.content.map((thread) => thread.id));
  const below = first.content.filter((thread) => !headIds.has(thread.id));
  return { ...list, pages: [{ ...first, content: [...head.content, ...below] }, ...rest] };
}
