import type { QueryClient } from '@tanstack/react-query';
import { onLive } from '../../../lib/live/index.ts';
import { threadKeys } from '../../threads/api/thread-keys.ts';

/** Looks for new threads when the stream tells of some. Returns how to stop. */
export function watchFeed(client: QueryClient): () => void {
  return onLive('feed', () => {
    // A feed that nobody looks at is asked for when the tab is in front again.
    const refetchType = document.hidden ? 'none' : 'active';
    void client.invalidateQueries({ queryKey: threadKeys.feedHeads, refetchType });
  });
}
