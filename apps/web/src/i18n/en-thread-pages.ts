/** The words of a thread's own page, of liked and bookmarked threads, and of one's own posts. */
export const enThreadPages = {
  // One thread
  'threadPage.title': 'Thread',
  'threadPage.loading': 'Loading thread...',
  'threadPage.notFound': 'Thread not found',
  'threadPage.backToFeed': 'Back to Feed',
  'threadPage.error': 'The thread could not be loaded',
  'threadPage.replyTo': 'Reply to @{name}',
  'threadPage.moreTags': '+{count}',
  'threadPage.parentUnavailable': 'Reply to an unavailable post',
  'replies.title': { one: '{count} Reply', other: '{count} Replies' },
  'replies.label': 'Replies',
  'replies.loading': 'Loading replies...',
  'replies.direct': '{count} direct',
  'replies.empty': 'No replies yet.',
  'replies.unseen': {
    one: 'This reply is not available to you.',
    other: 'These replies are not available to you.',
  },
  'replies.error': 'The replies could not be loaded',

  // Liked threads
  'likes.title': 'Liked Threads',
  'likes.subtitle': 'Your recently liked threads',
  'likes.loading': 'Loading liked threads...',
  'likes.empty': 'No liked threads yet. Start liking some threads!',
  'likes.error': 'Your liked threads could not be loaded',
  'likes.end': 'These are all the threads you like',

  // Bookmarks
  'bookmarks.title': 'Bookmarks',
  'bookmarks.subtitle': 'Threads you keep for later. Only you see them.',
  'bookmarks.loading': 'Loading bookmarks...',
  'bookmarks.empty': 'No bookmarks yet. Start keeping some threads!',
  'bookmarks.error': 'Your bookmarks could not be loaded',
  'bookmarks.end': 'These are all your bookmarks',

  // My posts
  'mine.title': 'My Posts',
  'mine.subtitle': 'All your posts and threads',
  'mine.loading': 'Loading your posts...',
  'mine.empty': 'No posts yet. Start creating some threads!',
  'mine.error': 'Your posts could not be loaded',
  'mine.end': 'These are all your posts',
  'mine.figures': 'Figures',
  'mine.totalPosts': 'Total Posts',
  'mine.publicPosts': 'Public Posts',
  'mine.privatePosts': 'Private Posts',
  'mine.totalLikes': 'Total Likes',
} as const;
