/** Which home feed: everything visible, or the people one follows. */
export type FeedKind = 'all' | 'following';

/** Which of the things that somebody published. */
export type UserTab = 'threads' | 'replies' | 'media';

/** Every cached copy of a thread lives under `all`, so that one change reaches each of them. */
export const threadKeys = {
  all: ['threads'],
  lists: ['threads', 'list'],
  feeds: ['threads', 'list', 'feed'],
  feed: (feed: FeedKind) => ['threads', 'list', 'feed', feed] as const,
  /** The newest page of a feed: a look ahead, which only a wish to see it puts into the feed. */
  feedHeads: ['threads', 'list', 'feed-head'],
  feedHead: (feed: FeedKind) => ['threads', 'list', 'feed-head', feed] as const,
  /** One thread, as a list of it alone. */
  thread: (threadId: string) => ['threads', 'list', 'thread', threadId] as const,
  repliesOfAll: ['threads', 'list', 'replies'],
  /** Everything below a thread. */
  replies: (threadId: string) => ['threads', 'list', 'replies', threadId] as const,
  // These lists keep what one takes out of them for as long as one looks: each visit has its own.
  liked: (userId: string, visit: string) => ['threads', 'list', 'liked', userId, visit] as const,
  bookmarked: (visit: string) => ['threads', 'list', 'bookmarked', visit] as const,
  ofUser: (userId: string, tab: UserTab, visit: string) =>
    ['threads', 'list', 'person', userId, tab, visit] as const,
  allMine: ['threads', 'list', 'mine'],
  mine: (visit: string) => ['threads', 'list', 'mine', visit] as const,
  /** Earlier texts of an edited thread. */
  history: (threadId: string) => ['threads', 'history', threadId] as const,
  /** Of the changes of a thread that are on their way to the server. */
  changes: ['threads', 'change'],
  change: (threadId: string) => ['threads', 'change', threadId] as const,
} as const;
