import type { ChatTransport, ConversationCallbacks } from './chat-transport.ts';
import type { DraftStore } from '../drafts/draft-store.ts';

export interface ConversationOptions {
  viewerId: string;
  partnerId: string;
  transport: ChatTransport;
  callbacks: ConversationCallbacks;
  drafts: DraftStore;
  classifyError: (error: unknown) => ErrorKind;
}

/**
 * `missing`: the partner does not exist. `rejected`: a retry would fail too. `unknown`: the server
 * may have processed the request.
 */
export type ErrorKind = 'missing' | 'rejected' | 'unknown';
