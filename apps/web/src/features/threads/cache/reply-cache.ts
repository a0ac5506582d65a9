import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { RepliesPage, Thread } from '@skein/contracts/threads';
import { tellOfReply } from './latest-reply.ts';
import { findCachedThread, patchThread, prependOwn } from './thread-cache.ts';
import { threadKeys } from './thread-keys.ts';

/** The shape of the cached replies of a thread. */
export type RepliesList = InfiniteData<RepliesPage, string | null>;

/** Puts a new reply of one's own in its place wherever it is to be seen, and counts it. */
export function addReply(client: QueryClient, reply: Thread): void {
  const { parentThreadId, rootThreadId } = reply;
  for (const [queryKey, list] of cachedReplies(client)) {
    const threadId = queryKey.at(-1);
    const isBelow = threadId === parentThreadId || threadId === rootThreadId;
    if (list && (isBelow || hasThread(list, parentThreadId))) {
      client.setQueryData<RepliesList>(queryKey, withReply(list, reply));
    }
  }
  countReply(client, parentThreadId, 1);
  prependOwn(client, reply);
  tellOfReply(reply.id);
}

/** Takes a deleted thread out of every list; what holds replies together stays there as a stub. */
export function removeThread(client: QueryClient, thread: Thread): void {
  const lists = client.getQueriesData<RepliesList>({ queryKey: threadKeys.lists });
  for (const [queryKey, list] of lists) {
    const [, , kind] = queryKey;
    if (!list || kind === 'thread' || !hasThread(list, thread.id)) continue;
    const isStub = kind === 'replies' && thread.repliesCount > 0;
    const rest = isStub ? withOneLess(list) : withOneLess(withoutThread(list, thread.id));
    client.setQueryData<RepliesList>(queryKey, rest);
  }
  patchThread(client, thread.id, stubFields);
  countReply(client, thread.parentThreadId, -1);
}

/** What the server leaves of a deleted thread. */
const stubFields = {
  isDeleted: true,
  content: '',
  userId: null,
  userName: null,
  userUsername: null,
  userEmail: null,
  userPicture: null,
  isUserVerified: false,
  editedAt: null,
  media: [],
  poll: null,
  quotedThreadId: null,
  quotedThread: null,
  hashtags: [],
  mentions: [],
  canReply: false,
  canQuote: false,
} satisfies Partial<Thread>;

const cachedReplies = (client: QueryClient) =>
  client.getQueriesData<RepliesList>({ queryKey: threadKeys.repliesOfAll });

function hasThread(list: RepliesList, id: string | null): boolean {
  return list.pages.some(({ content }) => content.some((thread) => thread.id === id));
}

/**
 * The list with a reply in its reading order, as far as it has been read. A place further down
 * is not there yet: then the reply stands last, and keeps that place when more is read.
 */
function withReply(list: RepliesList, reply: Thread): RepliesList {
  if (hasThread(list, reply.id)) return list;
  const follows = ({ threadPath }: Thread) => threadPath > reply.threadPath;
  const place = list.pages.findIndex(({ content }) => content.some(follows));
  const pageIndex = place === -1 ? list.pages.length - 1 : place;
  return {
    ...list,
    pages: list.pages.map((page, index) => {
      const counted = { ...page, totalElements: page.totalElements + 1 };
      return index === pageIndex ? { ...counted, content: inserted(page.content, reply) } : counted;
    }),
  };
}

function inserted(content: readonly Thread[], reply: Thread): Thread[] {
  const place = content.findIndex(({ threadPath }) => threadPath > reply.threadPath);
  return place === -1 ? [...content, reply] : content.toSpliced(place, 0, reply);
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

/** Only lists of replies count what they hold, and stubs are not counted. */
function withOneLess(list: RepliesList): RepliesList {
  return {
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      ...('totalElements' in page && { totalElements: page.totalElements - 1 }),
    })),
  };
}

function countReply(client: QueryClient, parentThreadId: string | null, change: 1 | -1): void {
  const parent = parentThreadId === null ? undefined : findCachedThread(client, parentThreadId);
  if (!parent) return;
  patchThread(client, parent.id, { repliesCount: Math.max(0, parent.repliesCount + change) });
}
