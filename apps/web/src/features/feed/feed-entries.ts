import type { Thread, ThreadPage } from '@skein/contracts/threads';
import { mapThreads } from '../threads/cache/thread-cache.ts';
import type { ThreadList } from '../threads/cache/thread-cache.ts';

// A repost of a shown thread is a new entry.
const entryKey = (thread: Thread): string => `${thread.id} ${thread.repostedBy?.id ?? ''}`;

/** The entries of the feed head that are not shown yet and are above a shown entry. */
export function findNewEntries(head: ThreadPage, shown: readonly Thread[]): Thread[] {
  const headIds = new Set(head.content.map(({ id }) => id));
  // Limits the set to the head's threads: thousands may be shown.
  const shownKeys = new Set(shown.filter(({ id }) => headIds.has(id)).map(entryKey));
  const lastShown = head.content.findLastIndex((thread) => shownKeys.has(entryKey(thread)));
  const above = lastShown === -1 ? head.content : head.content.slice(0, lastShown);
  return above.filter((thread) => !shownKeys.has(entryKey(thread)));
}

/**
 * Copies the counts and the viewer's own engagement from the feed head into the feed. Threads with
 * a pending change by the viewer keep their state.
 */
export function withRefreshedCounts(
  list: ThreadList,
  head: ThreadPage,
  hasPendingChange: (threadId: string) => boolean,
): ThreadList {
  const fresh = new Map(head.content.map((thread) => [thread.id, thread]));
  return mapThreads(list, (shown) => {
    const thread = fresh.get(shown.id);
    return thread && !hasPendingChange(shown.id) ? { ...shown, ...pickCounts(thread) } : shown;
  });
}

/** Fields that the feed head does not refresh. */
type FieldNotRefreshed = keyof Pick<
  Thread,
  | 'id'
  | 'content'
  | 'userId'
  | 'contentWarning'
  | 'isSensitive'
  | 'userName'
  | 'userUsername'
  | 'userEmail'
  | 'userPicture'
  | 'isUserVerified'
  | 'createdAt'
  | 'editedAt'
  | 'isDeleted'
  | 'media'
  | 'poll'
  | 'card'
  | 'quotedThreadId'
  | 'quotedThread'
  | 'threadType'
  | 'quoteState'
  | 'isHidden'
  | 'canHide'
  | 'parentThreadId'
  | 'replyingTo'
  | 'rootThreadId'
  | 'threadLevel'
  | 'threadPath'
  | 'hashtags'
  | 'mentions'
  | 'replyPermission'
  | 'audience'
  | 'language'
  | 'remote'
  | 'canReply'
  | 'canQuote'
  | 'canRepost'
  | 'hasChain'
  | 'isMuted'
  | 'filteredBy'
  | 'repostedBy'
  | 'otherReposters'
  | 'otherRepostersCount'
  | 'followedHashtag'
>;

/** A new field of `Thread` must be returned here or be listed in the type above. */
function pickCounts(thread: Thread): Omit<Thread, FieldNotRefreshed> {
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
 * Inserts the feed head at the top of the feed. If they have no entry in common, threads between
 * them are missing, and the list restarts with the head.
 */
export function prependHead(list: ThreadList, head: ThreadPage): ThreadList {
  const [first, ...rest] = list.pages;
  const shownKeys = new Set(list.pages.flatMap((page) => page.content).map(entryKey));
  const overlaps = head.content.some((thread) => shownKeys.has(entryKey(thread)));
  if (!first || !overlaps) return { pages: [head], pageParams: [null] };
  const headIds = new Set(head.content.map((thread) => thread.id));
  const below = first.content.filter((thread) => !headIds.has(thread.id));
  // The announcements are those of the head.
  const { page, size, last, nextCursor } = first;
  const merged = { ...head, page, size, last, nextCursor, content: [...head.content, ...below] };
  return { ...list, pages: [merged, ...rest] };
}
