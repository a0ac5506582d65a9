import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { RepliesPage, Thread } from '@skein/contracts/threads';
import { publishLatestReply } from './latest-reply.ts';
import { findCachedThread, patchThread, prependToMine } from './thread-cache.ts';
import { threadKeys } from './thread-keys.ts';

/** The shape of the cached replies of a thread. */
export type RepliesList = InfiniteData<RepliesPage, string | null>;

/** Inserts a new reply by the viewer into every list that shows it, and counts it. */
export function addReply(client: QueryClient, reply: Thread): void {
  const { parentThreadId, rootThreadId } = reply;
  for (const [queryKey, list] of cachedReplies(client)) {
    const threadId = queryKey.at(-1);
    const isBelow = threadId === parentThreadId || threadId === rootThreadId;
    if (list && (isBelow || hasThread(list, parentThreadId))) {
      client.setQueryData<RepliesList>(queryKey, withReply(list, reply));
    }
  }
  addToRepliesCount(client, reply, 1);
  prependToMine(client, reply);
  publishLatestReply(reply.id);
}

/** Removes a deleted thread from every list. A stub stays where other replies depend on it. */
export function removeThread(client: QueryClient, thread: Thread): void {
  const lists = client.getQueriesData<RepliesList>({ queryKey: threadKeys.lists });
  for (const [queryKey, list] of lists) {
    const [, , kind] = queryKey;
    if (!list || kind === 'thread' || !hasThread(list, thread.id)) continue;
    const isStub = (kind === 'replies' || kind === 'ancestors') && thread.repliesCount > 0;
    const remaining = isStub ? list : withoutThread(list, thread.id);
    client.setQueryData<RepliesList>(queryKey, withDecrementedTotal(remaining));
  }
  patchThread(client, thread.id, stubFields);
  addToRepliesCount(client, thread, -1);
}

/** Fields that a deletion does not clear. */
type FieldKeptOnDeletion = keyof Pick<
  Thread,
  | 'id'
  | 'createdAt'
  | 'threadType'
  | 'parentThreadId'
  | 'replyingTo'
  | 'rootThreadId'
  | 'threadLevel'
  | 'threadPath'
  | 'likesCount'
  | 'repliesCount'
  | 'repostsCount'
  | 'quotesCount'
  | 'bookmarksCount'
  | 'reactions'
  | 'isLiked'
  | 'isReposted'
  | 'isBookmarked'
  | 'myReaction'
  | 'replyPermission'
  | 'audience'
  | 'isHidden'
  | 'canRepost'
  | 'isMuted'
  | 'filteredBy'
  | 'repostedBy'
  | 'otherReposters'
  | 'otherRepostersCount'
  | 'followedHashtag'
>;

/** Values of a deleted thread. A new field of `Thread` must be listed here or in the type above. */
const stubFields: Omit<Thread, FieldKeptOnDeletion> = {
  isDeleted: true,
  content: '',
  language: null,
  remote: null,
  contentWarning: null,
  isSensitive: false,
  userId: null,
  userName: null,
  userUsername: null,
  userEmail: null,
  userPicture: null,
  isUserVerified: false,
  editedAt: null,
  media: [],
  poll: null,
  card: null,
  quotedThreadId: null,
  quotedThread: null,
  quoteState: null,
  hasChain: false,
  canHide: false,
  hashtags: [],
  mentions: [],
  canReply: false,
  canQuote: false,
};

const cachedReplies = (client: QueryClient) =>
  client.getQueriesData<RepliesList>({ queryKey: threadKeys.allReplies });

function hasThread(list: RepliesList, id: string | null): boolean {
  return list.pages.some(({ content }) => content.some((thread) => thread.id === id));
}

/**
 * Inserts a reply in reading order. If its position is on a page that is not loaded yet, the reply
 * is appended to the last page and keeps that position when more pages load.
 */
function withReply(list: RepliesList, reply: Thread): RepliesList {
  if (hasThread(list, reply.id)) return list;
  const isAfterReply = ({ threadPath }: Thread) => threadPath > reply.threadPath;
  const found = list.pages.findIndex(({ content }) => content.some(isAfterReply));
  const pageIndex = found === -1 ? list.pages.length - 1 : found;
  return {
    ...list,
    pages: list.pages.map((page, index) => {
      const content = index === pageIndex ? insertReply(page.content, reply) : page.content;
      return { ...page, totalElements: page.totalElements + 1, content };
    }),
  };
}

function insertReply(content: readonly Thread[], reply: Thread): Thread[] {
  const index = content.findIndex(({ threadPath }) => threadPath > reply.threadPath);
  return index === -1 ? [...content, reply] : content.toSpliced(index, 0, reply);
}

function withoutThread(list: RepliesList, id: string): RepliesList {
  return {
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      content: page.content.filter((thread) => thread.id !== id),
    })),
  };
}

/** A list other than a list of replies has no total. The total does not include stubs. */
function withDecrementedTotal(list: RepliesList): RepliesList {
  return {
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      ...('totalElements' in page && { totalElements: page.totalElements - 1 }),
    })),
  };
}

function addToRepliesCount(
  client: QueryClient,
  { parentThreadId, userId }: Thread,
  change: 1 | -1,
): void {
  const parent = parentThreadId === null ? undefined : findCachedThread(client, parentThreadId);
  if (!parent) return;
  const repliesCount = Math.max(0, parent.repliesCount + change);
  // The first reply by the author of a root thread begins a chain.
  const isOnlyReply = parent.repliesCount + repliesCount === 1 && parent.rootThreadId === null;
  const isChainChanged = isOnlyReply && userId === parent.userId;
  patchThread(client, parent.id, {
    repliesCount,
    ...(isChainChanged && { hasChain: change === 1 }),
  });
}
