import type { QueryClient } from '@tanstack/react-query';
import { onLive, onLiveState } from '../../../realtime/index.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';

const settleMs = 5000;

/** Looks for new threads when the stream tells of some. Returns how to stop. */
export function subscribeToFeed(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refetchHeads = () => {
    // A feed that nobody looks at is asked for when the tab is in front again.
    const refetchType = document.hidden ? 'none' : 'active';
    void client.invalidateQueries({ queryKey: threadKeys.feedHeads, refetchType });
  };
  const stopEvents = onLive('feed', refetchHeads);
  const stopStates = onLiveState((state) => {
    clearTimeout(timer);
    // Something may have been posted while nobody listened; when a server comes back, its readers
    // do not all ask at the same moment.
    if (state === 'open') timer = setTimeout(refetchHeads, settleMs * (1 + Math.random()));
  });
  return () => {
    clearTimeout(timer);
    stopEvents();
    stopStates();
  };
}
