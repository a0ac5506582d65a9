import type { ChatMessage } from '@skein/contracts/chat';
import { readItem, removeItem, writeItem } from '../../../lib/storage.ts';
import { emptyDraft } from './conversation-state.ts';
import type { Draft } from './conversation-state.ts';
import { isStillDraft } from './writing-reducer.ts';

/** What is written in each conversation, kept until it is sent. */
export interface DraftStore {
  read: (partnerId: string) => Draft;
  write: (partnerId: string, draft: Draft) => void;
}

const watchers = new Set<() => void>();

/** Calls when a draft has changed, in this tab or another. Answers with how to stop. */
export function watchDrafts(watcher: () => void): () => void {
  watchers.add(watcher);
  window.addEventListener('storage', watcher);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener('storage', watcher);
  };
}

/** Keeps drafts on the device. Each account has its own: whoever signs in next reads none of it. */
export function keepDraftsOnDevice(viewerId: string): DraftStore {
  const keyOf = (partnerId: string) => `draft:${viewerId}:chat:${partnerId}`;
  return {
    read(partnerId) {
      try {
        return toDraft(JSON.parse(readItem(keyOf(partnerId)) ?? 'null'));
      } catch {
        return emptyDraft;
      }
    },
    write(partnerId, { text, failed }) {
      // Other words are another message. Its file outlives no page: it may have arrived with it.
      const sentId = failed?.content === text.trim() ? failed.clientMessageId : null;
      if (text.trim() === '') removeItem(keyOf(partnerId));
      else writeItem(keyOf(partnerId), JSON.stringify({ text, sentId }));
      for (const watcher of watchers) watcher();
    },
  };
}

/** A message is there: the viewer's own is a draft no more, unless it was changed since. */
export function settleDraft({ senderId, receiverId, clientMessageId }: ChatMessage): void {
  // Only its sender is told the name.
  if (clientMessageId === null) return;
  const drafts = keepDraftsOnDevice(senderId);
  if (isStillDraft(drafts.read(receiverId), clientMessageId)) drafts.write(receiverId, emptyDraft);
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
