import { useSyncExternalStore } from 'react';
import { keepDraftsOnDevice, watchDrafts } from './draft-store.ts';

/** What the viewer has written to somebody and not sent. */
export function useDraftText(viewerId: string, partnerId: string): string {
  return useSyncExternalStore(watchDrafts, () => keepDraftsOnDevice(viewerId).read(partnerId).text);
}
