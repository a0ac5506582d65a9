import type { QueryClient } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import type { ReactionType, Thread } from '@skein/contracts/threads';
import { withMessages } from '../../../i18n/load-messages.ts';
import { request } from '../../../api/index.ts';
import { defineToggleMutation } from './toggle-mutation.ts';
import { threadKeys } from '../cache/thread-keys.ts';

export function toggleLike(client: QueryClient, thread: Thread): void {
  setLiked(client, thread, (isLiked) => !isLiked);
}

export function toggleBookmark(client: QueryClient, thread: Thread): void {
  setBookmarked(client, thread, (isBookmarked) => !isBookmarked);
}

export function toggleRepost(client: QueryClient, thread: Thread): void {
  setReposted(client, thread, (isReposted) => !isReposted);
}

/** Sets the viewer's reaction, or removes it if it is already set. */
export function react(client: QueryClient, thread: Thread, type: ReactionType): void {
  setReaction(client, thread, (mine) => (mine === type ? null : type));
}

const setLiked = defineToggleMutation<boolean>({
  read: ({ isLiked }) => isLiked,
  pick: ({ isLiked, likesCount }) => ({ isLiked, likesCount }),
  change: ({ isLiked, likesCount }, on) => ({
    isLiked: on,
    likesCount: likesCount + step(isLiked, on),
  }),
  send: async ({ id: threadId }, on) => {
    const { isLiked, likesCount } = await request(routes.likeThread, {
      params: { threadId },
      body: { on },
    });
    return { isLiked, likesCount };
  },
  onSaved: refreshFeeds,
});

const setReposted = defineToggleMutation<boolean>({
  read: ({ isReposted }) => isReposted,
  pick: ({ isReposted, repostsCount }) => ({ isReposted, repostsCount }),
  change: ({ isReposted, repostsCount }, on) => ({
    isReposted: on,
    repostsCount: repostsCount + step(isReposted, on),
  }),
  send: async ({ id: threadId }, on) => {
    const response = await request(routes.repostThread, { params: { threadId }, body: { on } });
    // A request without a text never returns a quote, but the response type is a union.
    if (!('success' in response)) return {};
    return { isReposted: response.isReposted, repostsCount: response.repostsCount };
  },
  onSaved: refreshFeeds,
});

const setBookmarked = defineToggleMutation<boolean>({
  read: ({ isBookmarked }) => isBookmarked,
  pick: ({ isBookmarked, bookmarksCount }) => ({ isBookmarked, bookmarksCount }),
  change: ({ isBookmarked, bookmarksCount }, on) => ({
    isBookmarked: on,
    bookmarksCount: bookmarksCount === null ? null : bookmarksCount + step(isBookmarked, on),
  }),
  send: async ({ id: threadId }, on) => {
    const { isBookmarked } = await request(routes.bookmarkThread, {
      params: { threadId },
      body: { on },
    });
    return { isBookmarked };
  },
  onSaved: (client, thread) => {
    if (!thread.isBookmarked) return;
    withMessages(() => import('../bookmarks/offer-folder.ts'), 'overlays')
      .then(({ offerFolder }) => offerFolder(client, thread))
      .catch(() => undefined);
  },
});

const setReaction = defineToggleMutation<ReactionType | null>({
  read: ({ myReaction }) => myReaction,
  pick: ({ myReaction, reactions }) => ({ myReaction, reactions }),
  change: ({ myReaction, reactions }, next) => ({
    myReaction: next,
    reactions: withReaction(reactions, myReaction, next),
  }),
  send: async ({ id: threadId, myReaction: saved }, next) => {
    const reactionType = next ?? saved;
    if (reactionType === null) return {};
    const { myReaction, reactions } = await request(routes.reactToThread, {
      params: { threadId },
      query: { reactionType },
      body: { on: next !== null },
    });
    return { myReaction, reactions };
  },
});

const step = (was: boolean, is: boolean): number => Number(is) - Number(was);

// Likes often come in series: the feeds are refetched once, after the last of them.
const feedRefreshDelayMs = 1500;
const refreshTimers = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>();

/** Refetches the first page of the active feed after a like or repost. */
function refreshFeeds(client: QueryClient): void {
  clearTimeout(refreshTimers.get(client));
  const refresh = () => void client.invalidateQueries({ queryKey: threadKeys.feedHeads });
  refreshTimers.set(client, setTimeout(refresh, feedRefreshDelayMs));
}

function withReaction(
  reactions: Thread['reactions'],
  previous: ReactionType | null,
  next: ReactionType | null,
): Thread['reactions'] {
  const counts = { ...reactions };
  if (previous !== null) counts[previous] = Math.max(0, (counts[previous] ?? 0) - 1);
  if (next !== null) counts[next] = (counts[next] ?? 0) + 1;
  return counts;
}
