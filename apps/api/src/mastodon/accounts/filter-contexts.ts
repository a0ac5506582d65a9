import type { FilterContext } from '@skein/contracts/filters';

/** Null for contexts that Skein does not filter. */
export const contextsOfMastodon = {
  home: 'feeds',
  public: 'feeds',
  notifications: 'notifications',
  thread: 'replies',
  account: null,
} as const satisfies Record<string, FilterContext | null>;
/** The names of Mastodon for each context of Skein. */
export const contextsOfSkein: Record<FilterContext, readonly string[]> = {
  feeds: ['home', 'public'],
  notifications: ['notifications'],
  replies: ['thread'],
  search: [],
};

export const contextNames = Object.keys(contextsOfMastodon) as (keyof typeof contextsOfMastodon)[];
