import type { QueryClient } from '@tanstack/react-query';
import type {
  bookmarkThread,
  likeThread,
  reactToThread,
  repostThread,
} from '@skein/contracts/engagement';
import type { ReactionType, Thread } from '@skein/contracts/threads';
import { request } from '../../../api/index.ts';
import { defineSwitch } from './toggle-mutation.ts';
import { refreshFeeds } from './refresh-feeds.ts';

export { shareAtOnce } from '../overlays/share-thread.ts';
export { vote } from '../poll/vote.ts';

/** Likes and bookmarks switch; what is shown after two clicks is what was shown before. */
export function toggleLike(client: QueryClient, thread: Thread): void {
  setLike(client, thread, (isLiked) => !isLiked);
}

export function toggleBookmark(client: QueryClient, thread: Thread): void {
  setBookmark(client, thread, (isBookmarked) => !isBookmarked);
}

export function toggleRepost(client: QueryClient, thread: Thread): void {
  setRepost(client, thread, (isReposted) => !isReposted);
}

/** Gives a reaction; the one already given is taken back. */
export function react(client: QueryClient, thread: Thread, type: ReactionType): void {
  setReaction(client, thread, (mine) => (mine === type ? null : type));
}

const setLike = defineSwitch<boolean>({
  read: ({ isLiked }) => isLiked,
  pick: ({ isLiked, likesCount }) => ({ isLiked, likesCount }),
  change: ({ isLiked, likesCount }, on) => ({
    isLiked: on,
    likesCount: likesCount + step(isLiked, on),
  }),
  send: async ({ id: threadId }, on) => {
    const { isLiked, likesCount } = await request<typeof likeThread>({
      method: 'POST',
      path: '/threads/{threadId}/like',
      params: { threadId },
      body: { on },
    });
    return { isLiked, likesCount };
  },
  onSaved: refreshFeeds,
});

const setRepost = defineSwitch<boolean>({
  read: ({ isReposted }) => isReposted,
  pick: ({ isReposted, repostsCount }) => ({ isReposted, repostsCount }),
  change: ({ isReposted, repostsCount }, on) => ({
    isReposted: on,
    repostsCount: repostsCount + step(isReposted, on),
  }),
  send: async ({ id: threadId }, on) => {
    const answer = await request<typeof repostThread>({
      method: 'POST',
      path: '/threads/{threadId}/repost',
      params: { threadId },
      body: { on },
    });
    // Without a text the answer is never a quote, which the type of both answers cannot say.
    if (!('success' in answer)) return {};
    return { isReposted: answer.isReposted, repostsCount: answer.repostsCount };
  },
  onSaved: refreshFeeds,
});

const setBookmark = defineSwitch<boolean>({
  read: ({ isBookmarked }) => isBookmarked,
  pick: ({ isBookmarked, bookmarksCount }) => ({ isBookmarked, bookmarksCount }),
  change: ({ isBookmarked, bookmarksCount }, on) => ({
    isBookmarked: on,
    bookmarksCount: bookmarksCount === null ? null : bookmarksCount + step(isBookmarked, on),
  }),
  send: async ({ id: threadId }, on) => {
    const { isBookmarked } = await request<typeof bookmarkThread>({
      method: 'POST',
      path: '/threads/{threadId}/bookmark',
      params: { threadId },
      body: { on },
    });
    return { isBookmarked };
  },
});

const setReaction = defineSwitch<ReactionType | null>({
  read: ({ myReaction }) => myReaction,
  pick: ({ myReaction, reactions }) => ({ myReaction, reactions }),
  change: ({ myReaction, reactions }, next) => ({
    myReaction: next,
    reactions: withReaction(reactions, myReaction, next),
  }),
  send: async ({ id: threadId, myReaction: saved }, next) => {
    const reactionType = next ?? saved;
    // Nothing wanted and nothing given: there is nothing to send.
    if (reactionType === null) return {};
    const { myReaction, reactions } = await request<typeof reactToThread>({
      method: 'POST',
      path: '/threads/{threadId}/reaction',
      params: { threadId },
      query: { reactionType },
      body: { on: next !== null },
    });
    return { myReaction, reactions };
  },
});

const step = (was: boolean, is: boolean): number => Number(is) - Number(was);

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
