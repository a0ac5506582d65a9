/** The words of feed, thread card and what surrounds them. Part of the English catalogue. */
export const enThreads = {
  // What surrounds the screens
  'shell.skipToContent': 'Skip to content',
  'shell.navigation': 'Main',
  'shell.feed': 'Feed',
  'shell.search': 'Search',
  'shell.notifications': 'Notifications',
  'shell.messages': 'Messages',
  'shell.unread': '{label}, {shown} unread',
  'shell.likes': 'Likes',
  'shell.myPosts': 'My Posts',
  'shell.bookmarks': 'Bookmarks',
  'shell.back': 'Back',
  'shell.newThread': 'New thread',
  'shell.account': 'Account',
  'shell.viewProfile': 'View Profile',
  'shell.settings': 'Settings',
  'shell.admin': 'Administration',
  'shell.logOut': 'Logout',
  'shell.sessionEnded': 'Your session has ended. Please sign in again.',

  // Without a user
  'profile.logIn': 'Please log in to view your profile.',
  'profile.goToLogin': 'Go to Login',

  // People and times
  'person.unknown': 'Unknown User',
  'time.now': 'now',
  'time.minutes': '{count}m',
  'time.hours': '{count}h',
  'time.days': '{count}d',
  'time.invalid': 'Invalid date',
  'time.unknown': 'unknown',

  // Feed
  'feed.title': 'Feed',
  'feed.prompt': 'Start a thread...',
  'feed.tabs': 'Which threads',
  'feed.tabAll': 'Everyone',
  'feed.tabFollowing': 'Following',
  'feed.loading': 'Loading feed...',
  'feed.end': "You've reached the end of the feed",
  'feed.empty': 'No threads yet. Start the conversation!',
  'feed.errorTitle': 'The feed could not be loaded',

  // Lists of threads
  'list.loadMore': 'Scroll to load more...',
  'list.moreErrorTitle': 'More could not be loaded',

  // Thread card
  'thread.label': 'Thread by {name}',
  'thread.verified': 'Verified',
  'thread.edited': 'edited',
  'thread.repostedBy': '{name} reposted',
  'thread.showMore': 'Show more',
  'thread.showLess': 'Show less',
  'thread.unavailable': 'This post is unavailable',
  'thread.deleted': 'This post was deleted',

  // What one can do with a thread
  'card.actions': 'What to do with this thread',
  'card.reply': 'Reply',
  'card.replies': { one: '{count} reply', other: '{count} replies' },
  'card.cannotReply': 'Only people the author has chosen can reply.',
  'card.repost': 'Repost',
  'card.reposts': { one: '{count} repost', other: '{count} reposts' },
  'card.cannotRepost': 'Threads of private accounts cannot be reposted.',
  'card.like': 'Like',
  'card.likes': { one: '{count} like', other: '{count} likes' },
  'card.react': 'React',
  'card.reactions': { one: '{count} reaction', other: '{count} reactions' },
  'card.bookmark': 'Bookmark',
  'card.bookmarks': { one: '{count} bookmark', other: '{count} bookmarks' },
  'card.share': 'Share',
  'card.more': 'More',

  // Media
  'media.open': 'Open picture {number} of {total}',
  'media.openDescribed': 'Open picture {number} of {total}: {description}',
  'media.more': '+{count}',
  'media.alt': 'ALT',
  'media.showDescription': 'ALT: show the description',

  // Poll
  'poll.label': 'Poll: {question}',
  'poll.votes': { one: '{count} vote', other: '{count} votes' },
  'poll.closed': 'Final results',
  'poll.left': '{time} left',
  'poll.vote': 'Vote',
  'poll.toVote': 'Back to the vote',
  'poll.toResults': 'Show results',
  'poll.percent': '{percent}%',
  'poll.myChoice': 'your vote',
} as const;
