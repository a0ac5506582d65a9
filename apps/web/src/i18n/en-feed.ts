/** The words of what waits above the feed. Part of the English catalogue. */
export const enFeed = {
  'feed.newThreads': { one: '{count} new thread', other: '{count} new threads' },
  'feed.manyNewThreads': '{count}+ new threads',
} as const;
