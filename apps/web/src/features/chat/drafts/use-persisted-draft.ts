import { useSyncExternalStore } from 'react';
import { subscribeToDrafts } from './draft-entries.ts';
import { createDraftStore } from './draft-store.ts';
import { isDraftSending } from './sync-drafts.ts';

/** The stored draft of a conversation, and whether it is being sent. */
export function usePersistedDraft(
  viewerId: string,
  conversationId: string,
): { text: string; isSending: boolean } {
  const text = useSyncExternalStore(subscribeToDrafts, () =>
    createDraftStore(viewerId).read(conversationId).text.trim(),
  );
  const isSending = useSyncExternalStore(subscribeToDrafts, () =>
    isDraftSending(viewerId, conversationId),
  );
  return { text, isSending };
}
