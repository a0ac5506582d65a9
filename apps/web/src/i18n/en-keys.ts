/** The words of the list of keys. Part of the English catalogue. */
export const enKeys = {
  'keys.title': 'Keyboard shortcuts',
  'keys.next': 'Next thread',
  'keys.previous': 'Previous thread',
  'keys.new': 'New thread',
  'keys.open': 'Open the thread',
  'keys.like': 'Like the thread',
  'keys.reply': 'Reply to the thread',
  'keys.search': 'Search',
  'keys.help': 'This list',
  'keys.post': 'Post, in the new-thread dialog',
} as const;
