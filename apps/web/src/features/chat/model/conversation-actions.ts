import type { ChatMessage, ConversationPage, ConversationSettings } from '@skein/contracts/chat';
import type { Attachment, Draft, Editing, Outgoing, QuotedMessage } from './conversation-state.ts';

/** The actions of loading and receiving messages. */
export type MessagesAction =
  | { type: 'load-started' }
  | { type: 'newest-loaded'; page: ConversationPage }
  | { type: 'load-failed'; isMissing: boolean }
  | { type: 'older-started' }
  /** `cursor` is the one of the request. */
  | { type: 'older-loaded'; cursor: string; page: ConversationPage }
  | { type: 'older-failed' }
  /** An older page was loaded again after a resync. */
  | { type: 'older-reloaded'; page: ConversationPage }
  /** The messages around one. */
  | { type: 'window-loaded'; page: ConversationPage }
  | { type: 'newer-started' }
  /** `after` is the message of the request. */
  | { type: 'newer-loaded'; after: string; page: ConversationPage }
  | { type: 'newer-failed' }
  /** Arrives by the stream and as the response to sending, in any order. */
  | { type: 'message-received'; message: ChatMessage }
  | { type: 'cleared' };

/** The actions that change messages. */
export type ChangeAction =
  | { type: 'message-changed'; message: ChatMessage }
  | { type: 'message-deleted'; messageId: string }
  | { type: 'deletion-failed'; messageId: string }
  | { type: 'reaction-started'; messageId: string; emoji: string | null }
  | { type: 'reaction-ended'; messageId: string };

/** The actions on the draft and on outgoing messages. */
export type SendingAction =
  | { type: 'text-changed'; text: string }
  /** On another device. */
  | { type: 'draft-received'; draft: Draft }
  /** The stored one. */
  | { type: 'draft-loaded'; draft: Draft; lostFiles: readonly string[] }
  | { type: 'attachments-changed'; attachments: readonly Attachment[] }
  | { type: 'reply-changed'; replyTo: QuotedMessage | null }
  /** `draft` is what stays in the message box. */
  | { type: 'sending-started'; outgoing: Outgoing; draft: Draft }
  | { type: 'upload-progressed'; clientMessageId: string; progress: number }
  | { type: 'uploaded'; clientMessageId: string; attachment: Attachment }
  /** Moves the message back to the draft, with or without its uploads. */
  | { type: 'sending-stopped'; clientMessageId: string; keepsUploads: boolean };

/** The actions of editing a message in the message box. */
export type EditingAction =
  /** Null ends it without a change. */
  | { type: 'editing-changed'; editing: Editing | null }
  | { type: 'edit-started'; messageId: string; content: string }
  /** Returns the text to the message box, unless another message is being edited. */
  | { type: 'edit-failed'; editing: Editing }
  | { type: 'edit-ended'; messageId: string };

export type ConversationAction =
  | MessagesAction
  | ChangeAction
  | SendingAction
  | EditingAction
  | { type: 'member-read'; upTo: string }
  | { type: 'viewer-read'; upTo: string | null }
  | { type: 'typing-changed'; typingIds: readonly string[] }
  | { type: 'settings-changed'; settings: ConversationSettings }
  | { type: 'leaving-changed'; isLeaving: boolean };
