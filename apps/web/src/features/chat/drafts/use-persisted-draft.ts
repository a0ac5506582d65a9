import { useSyncExternalStore } from 'react';
import { isDraftSending, createDraftStore, subscribeToDrafts } from './draft-store.ts';

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
