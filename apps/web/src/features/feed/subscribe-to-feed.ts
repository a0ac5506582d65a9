import type { QueryClient } from '@tanstack/react-query';
import { onLive, onLiveState } from '../../realtime/index.ts';
import { threadKeys } from '../threads/cache/thread-keys.ts';

const reconnectRefetchDelayMs = 5000;

/** Refetches the feed heads when the stream reports new threads. Returns the unsubscribe function. */
export function subscribeToFeed(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasBeenOpen = false;
  const refetchHeads = () => {
    // A hidden tab only marks the feed as stale and refetches when it becomes visible.
    const refetchType = document.hidden ? 'none' : 'active';
    void client.invalidateQueries({ queryKey: threadKeys.feedHeads, refetchType });
  };
  const stopEvents = onLive('feed', refetchHeads);
  const stopStates = onLiveState((state) => {
    clearTimeout(timer);
    if (state !== 'open') return;
    // Threads may have been posted while the stream was closed. The random delay spreads the
    // requests of all clients after a server restart. The first stream starts just after the feed
    // was loaded, whose regular refetch is early enough.
    if (hasBeenOpen) {
      timer = setTimeout(refetchHeads, reconnectRefetchDelayMs * (1 + Math.random()));
    }
    hasBeenOpen = true;
  });
  return () => {
    clearTimeout(timer);
    stopEvents();
    stopStates();
  };
}
