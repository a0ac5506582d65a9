import type { profileTabs } from '@skein/contracts/constants';

/** `all` shows everything visible to the viewer, `following` the users the viewer follows. */
export type FeedKind = 'all' | 'following';

/** The tabs of a profile that list threads. */
export type ProfileTab = (typeof profileTabs)[number];

/** All cached copies of a thread share the prefix `lists`, so that one patch updates each of them. */
export const threadKeys = {
  all: ['threads'],
  lists: ['threads', 'list'],
  feeds: ['threads', 'list', 'feed'],
  feed: (feed: FeedKind) => ['threads', 'list', 'feed', feed] as const,
  /** The newest page of a feed, fetched in the background and shown only on request. */
  feedHeads: ['threads', 'list', 'feed-head'],
  feedHead: (feed: FeedKind) => ['threads', 'list', 'feed-head', feed] as const,
  /** One thread, cached as a list with one entry. */
  thread: (threadId: string) => ['threads', 'list', 'thread', threadId] as const,
  /** The threads above a reply. */
  ancestors: (threadId: string) => ['threads', 'list', 'ancestors', threadId] as const,
  allReplies: ['threads', 'list', 'replies'],
  /** All replies below a thread. */
  replies: (threadId: string) => ['threads', 'list', 'replies', threadId] as const,
  hiddenReplies: (threadId: string) => ['threads', 'list', 'replies', threadId, 'hidden'] as const,
  /** The number of replies on the server, by the number that is shown. */
  repliesTotals: ['threads', 'replies-total'],
  repliesTotal: (threadId: string, shownTotal: number) =>
    ['threads', 'replies-total', threadId, shownTotal] as const,
  // These lists keep removed entries until the next visit: each visit has its own cache entry.
  liked: (userId: string, visit: string) => ['threads', 'list', 'liked', userId, visit] as const,
  bookmarked: (visit: string) => ['threads', 'list', 'bookmarked', visit] as const,
  quotes: (threadId: string, visit: string) =>
    ['threads', 'list', 'quotes', threadId, visit] as const,
  byUser: (userId: string, tab: ProfileTab, visit: string) =>
    ['threads', 'list', 'user', userId, tab, visit] as const,
  allOwn: ['threads', 'list', 'own'],
  own: (visit: string) => ['threads', 'list', 'own', visit] as const,
  scheduled: ['threads', 'scheduled'],
  drafts: ['threads', 'drafts'],
  /** Earlier texts of an edited thread. */
  history: (threadId: string) => ['threads', 'history', threadId] as const,
  /** Mutation keys of changes to threads. */
  changes: ['threads', 'change'],
  change: (threadId: string) => ['threads', 'change', threadId] as const,
} as const;
