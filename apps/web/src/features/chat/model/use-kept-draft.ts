import { useSyncExternalStore } from 'react';
import { isDraftOnItsWay, keepDraftsOnDevice, watchDrafts } from './draft-store.ts';

/** What the viewer has written to somebody and is not known to be there. */
export function useKeptDraft(
  viewerId: string,
  partnerId: string,
): { text: string; isOnItsWay: boolean } {
  const text = useSyncExternalStore(watchDrafts, () =>
    keepDraftsOnDevice(viewerId).read(partnerId).text.trim(),
  );
  const isOnItsWay = useSyncExternalStore(watchDrafts, () => isDraftOnItsWay(viewerId, partnerId));
  return { text, isOnItsWay };
}
