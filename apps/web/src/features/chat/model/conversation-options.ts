import type { ChatTransport, ConversationWatcher } from './chat-transport.ts';
import type { DraftStore } from '../drafts/draft-store.ts';

export interface ConversationOptions {
  viewerId: string;
  partnerId: string;
  transport: ChatTransport;
  watcher: ConversationWatcher;
  drafts: DraftStore;
  /** What a failure means. */
  judge: (error: unknown) => Failure;
}

/** There is nobody to talk to; the server refused; or what became of it is not known. */
export type Failure = 'missing' | 'refused' | 'unknown';
