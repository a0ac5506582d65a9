/** The words of what opens over a thread card. Part of the English catalogue. */
export const enCards = {
  'card.copyLink': 'Copy link',
  'card.linkCopied': 'Link copied',
  'card.linkToCopy': 'The link to this thread',
  'card.shareVia': 'Share via...',
  'card.history': 'Edit history',
  'card.edit': 'Edit',
  'card.delete': 'Delete',
  'card.report': 'Report',
  'card.quote': 'Quote',
  'card.cannotQuote': 'Only people the author has chosen can quote this thread.',

  // Reactions
  'reaction.like': 'Like',
  'reaction.love': 'Love',
  'reaction.laugh': 'Laugh',
  'reaction.wow': 'Wow',
  'reaction.sad': 'Sad',
  'reaction.angry': 'Angry',

  // Deleting
  'delete.title': 'Delete post',
  'delete.question': 'Are you sure you want to delete this post?',
  'delete.doneTitle': 'Success',
  'delete.doneText': 'Post deleted successfully',
  'delete.failedTitle': 'Error',
  'delete.failedText': 'Failed to delete post',
  'delete.failedOnFeed': 'Failed to delete thread. Please try again.',

  // Edit history
  'history.title': 'Edit history',
  'history.current': 'Now',
  'history.until': 'Until',
  'history.noText': 'No text',
  'history.failed': 'The earlier texts could not be loaded.',

  // Poll
  'poll.failed': 'Your vote was not counted',
} as const;
