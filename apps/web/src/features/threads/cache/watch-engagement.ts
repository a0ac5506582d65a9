import type { QueryClient } from '@tanstack/react-query';
import { onLive } from '../../../realtime/index.ts';
import { patchThread } from './thread-cache.ts';
import { threadKeys } from './thread-keys.ts';

/** Shows likes, bookmarks, reposts and reactions of the viewer's other windows. Returns a function that stops it. */
export function watchEngagement(client: QueryClient): () => void {
  return onLive('engagement', ({ threadId, change }) => {
    // This window shows a later change of its own.
    if (client.isMutating({ mutationKey: threadKeys.change(threadId) }) > 0) return;
    patchThread(client, threadId, change);
  });
}
