import { useSyncExternalStore } from 'react';
import { subscribeToDrafts } from './draft-entries.ts';
import { createDraftStore } from './draft-store.ts';
import { isDraftSending } from './sync-drafts.ts';

/** The stored draft of a conversation, and whether it is being sent. */
export function usePersistedDraft(
  viewerId: string,
  partnerId: string,
): { text: string; isSending: boolean } {
  const text = useSyncExternalStore(subscribeToDrafts, () =>
    createDraftStore(viewerId).read(partnerId).text.trim(),
  );
  const isSending = useSyncExternalStore(subscribeToDrafts, () =>
    isDraftSending(viewerId, partnerId),
  );
  return { text, isSending };
}
