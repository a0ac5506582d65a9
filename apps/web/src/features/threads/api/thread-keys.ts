/** Which home feed: everything visible, or the people one follows. */
export type FeedKind = 'all' | 'following';

/** Every cached copy of a thread lives under `all`, so that one change reaches each of them. */
export const threadKeys = {
  all: ['threads'],
  lists: ['threads', 'list'],
  feeds: ['threads', 'list', 'feed'],
  feed: (feed: FeedKind) => ['threads', 'list', 'feed', feed] as const,
  /** The newest page of a feed: a look ahead, which only a wish to see it puts into the feed. */
  feedHead: (feed: FeedKind) => ['threads', 'list', 'feed-head', feed] as const,
} as const;
