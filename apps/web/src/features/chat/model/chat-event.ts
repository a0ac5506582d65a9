import type { ChatMessage } from '@skein/contracts/chat';

/** An event of one conversation. */
export type ConversationEvent =
  | { type: 'message'; message: ChatMessage }
  | { type: 'message-changed'; message: ChatMessage }
  | { type: 'message-deleted'; conversationId: string; messageId: string }
  /** `userId` has read the conversation up to a message. */
  | { type: 'read'; conversationId: string; userId: string; upTo: string }
  /** The viewer has changed or cleared the conversation, perhaps in another browser. */
  | { type: 'conversation'; conversationId: string }
  /** A draft was saved, perhaps on another device. */
  | { type: 'draft'; conversationId: string; revision: number }
  | { type: 'typing'; conversationId: string; userId: string };

/** An event of the stream. After `resync`, events may be missing: everything shown must be refetched. */
export type ChatEvent = ConversationEvent | { type: 'resync' };
