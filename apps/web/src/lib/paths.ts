/** Every address of the app (spec, section 2). Components never write one out. */
export const paths = {
  root: '/',
  login: '/login',
  register: '/register',
  feed: '/feed',
  likes: '/likes',
  myPosts: '/mythread',
  bookmarks: '/bookmarks',
  threadPattern: '/thread/:threadId',
  thread: (threadId: string) => `/thread/${encodeURIComponent(threadId)}`,
  profile: (idOrUsername: string) => `/profile/${encodeURIComponent(idOrUsername)}`,
  hashtag: (tag: string) => `/hashtag/${encodeURIComponent(tag)}`,
} as const;
