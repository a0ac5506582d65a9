import type { ChatMessage, ConversationPage, ConversationSettings } from '@skein/contracts/chat';
import type { Attachment, Outgoing } from './conversation-state.ts';

/** Handles the chat events of the stream. */
export interface ChatListener {
  onMessage: (message: ChatMessage) => void;
  /** `userId` has read a conversation up to a message. */
  onRead: (read: { conversationId: string; userId: string; upTo: string }) => void;
  onMessageDeleted: (deletion: { conversationId: string; messageId: string }) => void;
  onMessageChanged: (message: ChatMessage) => void;
  /** The viewer has changed or cleared the conversation, perhaps in another browser. */
  onConversationChanged: (conversationId: string) => void;
  /** A draft was saved, perhaps on another device. */
  onDraftSaved?: (draft: { conversationId: string; revision: number }) => void;
  onTyping: (typing: { conversationId: string; userId: string }) => void;
  /** Events may have been missed: everything shown must be refetched. */
  onResync: () => void;
}

/** A page of a conversation: the newest, the one at a cursor, or the one around or after a message. */
export interface PagePosition {
  cursor?: string;
  around?: string;
  after?: string;
}

/** The requests and events a conversation needs from the server. */
export interface ChatTransport {
  subscribe: (listener: ChatListener) => () => void;
  loadPage: (
    partnerId: string,
    position: PagePosition,
    signal: AbortSignal,
  ) => Promise<ConversationPage>;
  /** Resolves to the URL of the file on the server. */
  upload: (
    attachment: Attachment,
    options: { signal: AbortSignal; onProgress: (fraction: number) => void },
  ) => Promise<string>;
  /** `partnerId` is the other member or, in a group, its conversation. */
  send: (
    partnerId: string,
    outgoing: Outgoing,
    options?: { isGroup: boolean },
  ) => Promise<ChatMessage>;
  editMessage: (messageId: string, content: string) => Promise<ChatMessage>;
  deleteMessage: (messageId: string) => Promise<void>;
  /** Sets the viewer's reaction or, with null, removes it. */
  react: (messageId: string, emoji: string | null) => Promise<ChatMessage>;
  markRead: (messageId: string) => Promise<void>;
  sendTyping: (partnerId: string) => Promise<void>;
  changeSettings: (
    partnerId: string,
    change: Partial<ConversationSettings>,
  ) => Promise<ConversationSettings>;
  clear: (partnerId: string) => Promise<void>;
}

/** Reports the changes of a conversation to the rest of the app. */
export interface ConversationCallbacks {
  onSent: (message: ChatMessage) => void;
  onSendFailed: (error: unknown) => void;
  onReactionFailed: (error: unknown) => void;
  onEdited: (message: ChatMessage) => void;
  onEditFailed: (error: unknown) => void;
  /** A deletion, a change of settings or a clearing has failed. */
  onActionFailed: (error?: unknown) => void;
  onRead: (partnerId: string, upTo: string) => void;
  onReadFailed: () => void;
  onSettingsChanged: (partnerId: string, settings: ConversationSettings) => void;
  onCleared: (partnerId: string) => void;
  onDeletionChanged: (messageId: string, isDeleted: boolean) => void;
}
