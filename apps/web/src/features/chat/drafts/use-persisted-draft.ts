import { useSyncExternalStore } from 'react';
import { isDraftSending, createDraftStore, subscribeToDrafts } from './draft-store.ts';

/** What the viewer has written to somebody and is not known to be there. */
export function usePersistedDraft(
  viewerId: string,
  partnerId: string,
): { text: string; isOnItsWay: boolean } {
  const text = useSyncExternalStore(subscribeToDrafts, () =>
    createDraftStore(viewerId).read(partnerId).text.trim(),
  );
  const isOnItsWay = useSyncExternalStore(subscribeToDrafts, () =>
    isDraftSending(viewerId, partnerId),
  );
  return { text, isOnItsWay };
}
