import type { ChatMessage, ConversationSettings } from '@skein/contracts/chat';
import type { ConversationPage } from './paging-reducer.ts';
import type { Attachment, Outgoing } from './conversation-state.ts';

/** What a conversation hears from the server by itself. */
export interface ChatListener {
  onMessage: (message: ChatMessage) => void;
  /** `userId` has read the conversation with `partnerId`, seen from the viewer, up to a message. */
  onRead: (read: { userId: string; partnerId: string; upTo: string }) => void;
  onUnsent: (unsent: { messageId: string; partnerId: string }) => void;
  /** The viewer has changed their side of it, perhaps in another browser: it has to be read anew. */
  onSideChanged: (partnerId: string) => void;
  onTyping: (userId: string) => void;
  /** Something may have been missed: what is shown has to be read anew. */
  onGap: () => void;
}

/** How a conversation reaches the server. */
export interface ChatTransport {
  listen: (listener: ChatListener) => () => void;
  /** The newest page, or the one at a cursor. */
  loadPage: (
    partnerId: string,
    cursor: string | null,
    signal: AbortSignal,
  ) => Promise<ConversationPage>;
  /** Answers with the address of the file on the server. */
  upload: (
    attachment: Attachment,
    options: { signal: AbortSignal; onProgress: (fraction: number) => void },
  ) => Promise<string>;
  send: (partnerId: string, outgoing: Outgoing) => Promise<ChatMessage>;
  unsend: (messageId: string) => Promise<void>;
  markRead: (messageId: string) => Promise<void>;
  tellTyping: (partnerId: string) => Promise<void>;
  changeSettings: (
    partnerId: string,
    change: Partial<ConversationSettings>,
  ) => Promise<ConversationSettings>;
  clear: (partnerId: string) => Promise<void>;
}

/** What a conversation tells the rest of the app. */
export interface ConversationWatcher {
  onSent: (message: ChatMessage) => void;
  onSendFailed: (error: unknown) => void;
  /** Something else one wanted did not work. */
  onActFailed: () => void;
  onRead: (partnerId: string, upTo: string) => void;
  onReadFailed: () => void;
  onSettings: (partnerId: string, settings: ConversationSettings) => void;
  onCleared: (partnerId: string) => void;
  onUnsent: (messageId: string, isUnsent: boolean) => void;
}
