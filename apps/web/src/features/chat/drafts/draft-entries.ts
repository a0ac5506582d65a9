import { messageTypes } from '@skein/contracts/constants';
import { readItem, removeItem, writeItem } from '../../../lib/storage.ts';
import type { QuotedMessage } from '../model/conversation-state.ts';

/** What is stored of the draft of a conversation, apart from its files. */
export interface DraftEntry {
  text: string;
  replyTo: QuotedMessage | null;
  /** The id of the failed message that the text was restored from. */
  sentId: string | null;
  /** The revision that the server has, with or without the changes made here since; 0 if none. */
  revision: number;
  /** Changed since it was saved on the server. */
  isDirty: boolean;
}

export const emptyEntry: DraftEntry = {
  text: '',
  replyTo: null,
  sentId: null,
  revision: 0,
  isDirty: false,
};

const listeners = new Set<() => void>();
const receivedListeners = new Set<() => void>();

/** Calls the listener when a draft changes in any tab. Returns a function that unsubscribes. */
export function subscribeToDrafts(listener: () => void): () => void {
  return subscribe(listeners, listener);
}

/** Calls the listener when a draft was changed by another device or tab. */
export function subscribeToReceivedDrafts(listener: () => void): () => void {
  return subscribe(receivedListeners, listener);
}

export function notifyReceived(): void {
  for (const listener of receivedListeners) listener();
}

function subscribe(to: Set<() => void>, listener: () => void): () => void {
  to.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    to.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

export function readEntry(key: string): DraftEntry | null {
  try {
    return toEntry(JSON.parse(readItem(key) ?? 'null'));
  } catch {
    return null;
  }
}

/** Null removes it. */
export function writeEntry(key: string, entry: DraftEntry | null): void {
  if (entry === null) removeItem(key);
  else writeItem(key, JSON.stringify(entry));
  for (const listener of listeners) listener();
}

/** Another version of the app may have written the stored value. */
function toEntry(stored: unknown): DraftEntry | null {
  if (typeof stored !== 'object' || stored === null || !('text' in stored)) return null;
  const { text } = stored;
  if (typeof text !== 'string') return null;
  return {
    text,
    replyTo: 'replyTo' in stored ? toQuotedMessage(stored.replyTo) : null,
    sentId: 'sentId' in stored && typeof stored.sentId === 'string' ? stored.sentId : null,
    revision: 'revision' in stored && typeof stored.revision === 'number' ? stored.revision : 0,
    isDirty: !('isDirty' in stored) || stored.isDirty === true,
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
