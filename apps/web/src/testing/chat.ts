import type { ChatMessage, Conversation, getConversation } from '@skein/contracts/chat';
import type { RouteResponse } from '@skein/contracts/http';
import { aPerson } from './people.ts';
import { anId } from './threads.ts';

type ConversationPage = RouteResponse<typeof getConversation>;

/** With whom the conversations of tests are, unless they say otherwise. */
export const ada = aPerson({ name: 'Ada Weaver', username: 'ada' });

/** A message of Ada's, later than those made before. */
export function aChatMessage(fields: Partial<ChatMessage> = {}): ChatMessage {
  const id = anId();
  return {
    id,
    content: `Message ${id.slice(-4)}`,
    senderId: ada.id,
    senderName: 'Ada Weaver',
    senderAvatar: null,
    receiverId: 'viewer',
    receiverName: 'Grace Loom',
    receiverAvatar: null,
    messageType: 'text',
    mediaUrl: null,
    media: null,
    isRead: false,
    isDeleted: false,
    clientMessageId: null,
    createdAt: '2026-11-20T10:00:00.000Z',
    ...fields,
  };
}

/** A page of the conversation with Ada, without older ones unless `nextCursor` is given. */
export function aConversationPage(
  content: ChatMessage[],
  fields: Partial<ConversationPage> = {},
): ConversationPage {
  const { nextCursor = null } = fields;
  return {
    content,
    page: null,
    size: 50,
    last: nextCursor === null,
    nextCursor,
    user: ada,
    settings: { isMuted: true, isIgnored: false },
    canWrite: true,
    seenUpTo: null,
    ...fields,
  };
}

/** An entry of the list of chats. */
export function aConversation(fields: Partial<Conversation> = {}): Conversation {
  return {
    user: ada,
    lastMessage: aChatMessage(),
    unreadCount: 0,
    settings: { isMuted: true, isIgnored: false },
    ...fields,
  };
}
