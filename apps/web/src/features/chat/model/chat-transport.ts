import type {
  ChatMessage,
  ConversationFields,
  ConversationPage,
  ConversationSettings,
} from '@skein/contracts/chat';
import type { DraftStore } from '../drafts/draft-store.ts';
import type { ConversationNames } from './conversation.ts';
import type { Attachment, Outgoing } from './conversation-state.ts';

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

/** A page of a conversation: the newest, the one at a cursor, or the one around or after a message. */
export interface PagePosition {
  cursor?: string;
  around?: string;
  after?: string;
}

/** The requests and events a conversation needs from the server. */
export interface ChatTransport {
  subscribe: (listener: (event: ChatEvent) => void) => () => void;
  /** `name` is the id of the conversation or of the other member. */
  loadPage: (
    name: string,
    position: PagePosition,
    signal: AbortSignal,
  ) => Promise<ConversationPage>;
  /** Resolves to the URL of the file on the server. */
  upload: (
    attachment: Attachment,
    options: { signal: AbortSignal; onProgress: (fraction: number) => void },
  ) => Promise<string>;
  send: (conversation: ConversationFields, outgoing: Outgoing) => Promise<ChatMessage>;
  editMessage: (messageId: string, content: string) => Promise<ChatMessage>;
  deleteMessage: (messageId: string) => Promise<void>;
  /** Sets the viewer's reaction or, with null, removes it. */
  react: (messageId: string, emoji: string | null) => Promise<ChatMessage>;
  markRead: (messageId: string) => Promise<void>;
  sendTyping: (conversation: ConversationNames) => Promise<void>;
  changeSettings: (
    conversation: ConversationNames,
    change: Partial<ConversationSettings>,
  ) => Promise<ConversationSettings>;
  clear: (conversation: ConversationNames) => Promise<void>;
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
  onRead: (conversationId: string, upTo: string) => void;
  onReadFailed: () => void;
  onSettingsChanged: (conversationId: string, settings: ConversationSettings) => void;
  onCleared: (conversationId: string) => void;
  onDeletionChanged: (messageId: string, isDeleted: boolean) => void;
}

export interface ConversationOptions {
  viewerId: string;
  /** The id of the conversation or of the other member. */
  name: string;
  transport: ChatTransport;
  callbacks: ConversationCallbacks;
  drafts: DraftStore;
  classifyError: (error: unknown) => ErrorKind;
}

/**
 * `missing`: the conversation does not exist. `rejected`: a retry would fail too. `unknown`: the
 * server may have processed the request.
 */
export type ErrorKind = 'missing' | 'rejected' | 'unknown';
