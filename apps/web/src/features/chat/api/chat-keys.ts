/** The query keys of the chat. */
export const chatKeys = {
  all: ['chat'],
  conversations: ['chat', 'conversations'],
  unreadCount: ['chat', 'unread-count'],
} as const;
