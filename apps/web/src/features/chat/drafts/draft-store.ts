import type { ChatMessage } from '@skein/contracts/chat';
import { readItem, removeItem, writeItem } from '../../../lib/storage.ts';
import { emptyDraft, isStillDraft } from '../model/conversation-state.ts';
import type { Draft } from '../model/conversation-state.ts';

/** What is written in each conversation, kept until it is sent. */
export interface DraftStore {
  read: (partnerId: string) => Draft;
  /** @param isOnItsWay It is being sent: kept until that is known to have gone well. */
  write: (partnerId: string, draft: Draft, isOnItsWay?: boolean) => void;
}

const watchers = new Set<() => void>();
// Of this page alone: what another one was sending when it ended, nobody is sending any more.
const onTheirWay = new Set<string>();

/** Calls when a draft has changed, in this tab or another. Answers with how to stop. */
export function subscribeToDrafts(watcher: () => void): () => void {
  watchers.add(watcher);
  window.addEventListener('storage', watcher);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener('storage', watcher);
  };
}

/** Keeps drafts on the device. Each account has its own: whoever signs in next reads none of it. */
export function createDraftStore(viewerId: string): DraftStore {
  return {
    read(partnerId) {
      try {
        return toDraft(JSON.parse(readItem(keyOf(viewerId, partnerId)) ?? 'null'));
      } catch {
        return emptyDraft;
      }
    },
    write(partnerId, { text, failed }, isOnItsWay = false) {
      const key = keyOf(viewerId, partnerId);
      // Other words are another message. Its file outlives no page: it may have arrived with it.
      const sentId = failed?.content === text.trim() ? failed.clientMessageId : null;
      if (text.trim() === '') removeItem(key);
      else writeItem(key, JSON.stringify({ text, sentId }));
      if (isOnItsWay) onTheirWay.add(key);
      else onTheirWay.delete(key);
      for (const watcher of watchers) watcher();
    },
  };
}

/** Whether what is kept of a conversation is just being sent, by this page. */
export function isDraftSending(viewerId: string, partnerId: string): boolean {
  return onTheirWay.has(keyOf(viewerId, partnerId));
}

/** A message is there: the viewer's own is a draft no more, unless it was changed since. */
export function settleDraft({ senderId, receiverId, clientMessageId }: ChatMessage): void {
  // Only its sender is told the name.
  if (clientMessageId === null) return;
  const drafts = createDraftStore(senderId);
  if (isStillDraft(drafts.read(receiverId), clientMessageId)) drafts.write(receiverId, emptyDraft);
}

function keyOf(viewerId: string, partnerId: string): string {
  return `draft:${viewerId}:chat:${partnerId}`;
}

/** What was stored may be of another version of the app, or of somebody's hand. */
function toDraft(stored: unknown): Draft {
  if (typeof stored !== 'object' || stored === null || !('text' in stored)) return emptyDraft;
  const { text } = stored;
  if (typeof text !== 'string') return emptyDraft;
  const sentId = 'sentId' in stored && typeof stored.sentId === 'string' ? stored.sentId : null;
  return {
    text,
    attachment: null,
    failed: sentId === null ? null : { clientMessageId: sentId, content: text.trim() },
  };
}
