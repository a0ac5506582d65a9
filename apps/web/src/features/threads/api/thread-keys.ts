/** Which home feed: everything visible, or the people one follows. */
export type FeedKind = 'all' | 'following';

/** Every cached copy of a thread lives under `all`, so that one change reaches each of them. */
export const threadKeys = {
  all: ['threads'],
  lists: ['threads', 'list'],
  feeds: ['threads', 'list', 'feed'],
  feed: (feed: FeedKind) => ['threads', 'list', 'feed', feed] as const,
  /** Newest page of a feed: a look ahead that no card is drawn from. */
  feedHead: (feed: FeedKind) => ['threads', 'feed-head', feed] as const,
} as const;
