import type { ChatMessage, ConversationSettings } from '@skein/contracts/chat';
import type { ChatTransport } from '../api/chat-client.ts';
import type { DraftStore } from '../drafts/draft-store.ts';

/** Reports the changes of a conversation to the rest of the app. */
export interface ConversationCallbacks {
  onSent: (message: ChatMessage) => void;
  /** `act`: a reaction, a deletion, a change of settings or a clearing. */
  onFailed: (action: 'send' | 'edit' | 'act', error: unknown) => void;
  onEdited: (message: ChatMessage) => void;
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
