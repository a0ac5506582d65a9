/** The query keys of the chat. */
export const chatKeys = {
  all: ['chat'],
  conversations: ['chat', 'conversations', 'inbox'],
  unreadCount: ['chat', 'unread-count'],
} as const;
