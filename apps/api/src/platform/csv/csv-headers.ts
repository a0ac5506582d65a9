/** The first rows of Mastodon's CSV files. Those of blocked accounts, lists and bookmarks have none. */
export const csvHeaders = {
  following: ['Account address', 'Show boosts', 'Notify on new posts', 'Languages'],
  muted: ['Account address', 'Hide notifications'],
} as const;
