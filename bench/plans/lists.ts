import type { VolumeLandmarks } from '@skein/db/seed/volume';

/** A list with plans to check. */
export interface List {
  name: string;
  /** `active` has threads, bookmarks and notifications. */
  reader: 'typical' | 'wide' | 'hiding' | 'active';
  /** The path for a page of a size; a list without pages ignores it. */
  path: (size: number) => string;
  /** Reads an additional page at this depth. */
  depth?: number;
  /** Allowed number of sorted rows, if more than a page. */
  sortsUpTo?: number;
}

const depth = 2000;
/** Following feed: the candidates of all followed users. */
const followedUsersRows = 1000;
/** Hashtag suggestions. */
const suggestionRows = 300;
/** Search sorts all matches of a word or tag. */
const unlimitedRows = Number.MAX_SAFE_INTEGER;

export interface ListTargets {
  landmarks: VolumeLandmarks;
  commonTag: string;
  activeUsername: string;
}

export function createLists({ landmarks, commonTag, activeUsername }: ListTargets): List[] {
  const author = landmarks.mentionableUsername;
  const thread = landmarks.recentThreadIds[0] ?? '';
  const tag = encodeURIComponent(commonTag);
  return [
    { ...createList('all feed', '/api/threads?feed=all'), depth },
    { ...createList('all feed with mutes and blocks', '/api/threads?feed=all'), reader: 'hiding' },
    {
      ...createList('following feed', '/api/threads?feed=following'),
      depth,
      sortsUpTo: followedUsersRows,
    },
    {
      ...createList('following feed, 1,000 followees', '/api/threads?feed=following'),
      reader: 'wide',
      depth,
      sortsUpTo: followedUsersRows,
    },
    createList('one thread', `/api/threads/${thread}`),
    createList('replies', `/api/threads/${landmarks.mostAnsweredThreadId}/replies`),
    ...[
      createList('own threads', '/api/threads/my-threads'),
      createList('bookmarks', '/api/threads/bookmarked'),
      createList('likes', '/api/threads/liked'),
      createList('own likes on the profile', `/api/users/${activeUsername}/threads?tab=likes`),
      createList('notifications', '/api/notifications'),
      createList('unread notifications', '/api/notifications/unread-count'),
    ].map((list): List => ({ ...list, reader: 'active' })),
    ...['threads', 'replies', 'media'].map((tab) =>
      createList(`profile: ${tab}`, `/api/users/${author}/threads?tab=${tab}`),
    ),
    createList('profile', `/api/users/${author}`),
    createList('followers', `/api/users/${author}/followers`),
    { ...createList('hashtag', `/api/threads/hashtag/${tag}`), sortsUpTo: unlimitedRows },
    {
      ...createList('hashtag suggestions', `/api/hashtags/suggestions?q=${tag.slice(0, 1)}`),
      sortsUpTo: suggestionRows,
    },
    createList('trending threads', '/api/threads/trending'),
    ...['recent', 'relevance'].map((sort) => ({
      ...createList(`search by ${sort}`, `/api/threads/search?q=the&sort=${sort}`),
      sortsUpTo: unlimitedRows,
    })),
  ];
}

function createList(name: string, path: string): List {
  const separator = path.includes('?') ? '&' : '?';
  return { name, reader: 'typical', path: (size) => `${path}${separator}size=${size}` };
}
