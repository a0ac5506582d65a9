/** Where the chats are kept among the answers of the server. */
export const chatKeys = {
  all: ['chat'],
  conversations: ['chat', 'conversations'],
  unreadCount: ['chat', 'unread-count'],
} as const;
