import type { ChatMessage } from '@skein/contracts/chat';
import { messageTypes } from '@skein/contracts/constants';
import { readItem, removeItem, writeItem } from '../../../lib/storage.ts';
import { emptyDraft, isUnchangedRetry } from '../model/conversation-state.ts';
import type { Draft, QuotedMessage } from '../model/conversation-state.ts';

/** The draft of each conversation, stored until it is sent. */
export interface DraftStore {
  read: (partnerId: string) => Draft;
  /** @param isSending The draft is being sent. It stays stored until the server confirms it. */
  write: (partnerId: string, draft: Draft, isSending?: boolean) => void;
}

const listeners = new Set<() => void>();
// In memory only: after a reload nothing is being sent any more.
const sendingKeys = new Set<string>();

/** Calls the listener when a draft changes in any tab. Returns a function that unsubscribes. */
export function subscribeToDrafts(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Stores drafts in localStorage, separately for each account. */
export function createDraftStore(viewerId: string): DraftStore {
  return {
    read(partnerId) {
      try {
        return toDraft(JSON.parse(readItem(keyOf(viewerId, partnerId)) ?? 'null'));
      } catch {
        return emptyDraft;
      }
    },
    write(partnerId, { text, replyTo, failed }, isSending = false) {
      const key = keyOf(viewerId, partnerId);
      // Changed text is a new message, so the id of the failed one is dropped. Files are not stored.
      const sentId = failed?.content === text.trim() ? failed.clientMessageId : null;
      if (text.trim() === '') removeItem(key);
      else writeItem(key, JSON.stringify({ text, sentId, replyTo }));
      if (isSending) sendingKeys.add(key);
      else sendingKeys.delete(key);
      for (const listener of listeners) listener();
    },
  };
}

/** Whether this page is sending the stored draft. */
export function isDraftSending(viewerId: string, partnerId: string): boolean {
  return sendingKeys.has(keyOf(viewerId, partnerId));
}

/** Removes the stored draft of a delivered message, unless its text has changed since. */
export function clearDeliveredDraft({ senderId, receiverId, clientMessageId }: ChatMessage): void {
  // Only the sender receives the client message id.
  if (clientMessageId === null) return;
  const drafts = createDraftStore(senderId);
  if (isUnchangedRetry(drafts.read(receiverId), clientMessageId))
    drafts.write(receiverId, emptyDraft);
}

function keyOf(viewerId: string, partnerId: string): string {
  return `draft:${viewerId}:chat:${partnerId}`;
}

/** Another version of the app may have written the stored value. */
function toDraft(stored: unknown): Draft {
  if (typeof stored !== 'object' || stored === null || !('text' in stored)) return emptyDraft;
  const { text } = stored;
  if (typeof text !== 'string') return emptyDraft;
  const sentId = 'sentId' in stored && typeof stored.sentId === 'string' ? stored.sentId : null;
  return {
    text,
    attachment: null,
    replyTo: 'replyTo' in stored ? toQuotedMessage(stored.replyTo) : null,
    failed: sentId === null ? null : { clientMessageId: sentId, content: text.trim() },
  };
}

function toQuotedMessage(stored: unknown): QuotedMessage | null {
  if (typeof stored !== 'object' || stored === null) return null;
  if (!('id' in stored && 'senderId' in stored && 'content' in stored)) return null;
  const { id, senderId, content } = stored;
  if (typeof id !== 'string' || typeof senderId !== 'string' || typeof content !== 'string')
    return null;
  const type = 'messageType' in stored ? stored.messageType : null;
  const messageType = messageTypes.find((known) => known === type) ?? 'text';
  return { id, senderId, content, messageType, isDeleted: false };
}
