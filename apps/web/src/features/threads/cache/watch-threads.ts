import type { QueryClient } from '@tanstack/react-query';
import type { getThread } from '@skein/contracts/threads';
import { request } from '../../../api/index.ts';
import { onLive } from '../../../realtime/index.ts';
import { trackPendingChanges } from './pending-changes.ts';
import { findCachedThread, patchThread } from './thread-cache.ts';
import { threadKeys } from './thread-keys.ts';

/** Loads shown threads again after they have changed. Returns the unsubscribe function. */
export function watchThreads(client: QueryClient): () => void {
  return onLive('threadChanged', ({ threadId }) => {
    const cached = findCachedThread(client, threadId);
    if (!cached) return;
    // The cached copy stays if the request fails, as after a missed event.
    reloadThread(client, threadId).catch(() => undefined);
    const { quotedThread } = cached;
    if (quotedThread === null) return;
    // Its number of quotes may have changed.
    void client.invalidateQueries({ queryKey: threadKeys.thread(quotedThread.id) });
  });
}

async function reloadThread(client: QueryClient, threadId: string): Promise<void> {
  const isOutdated = trackPendingChanges(client);
  const {
    // What put the thread into a list stays.
    repostedBy: _repostedBy,
    otherReposters: _otherReposters,
    otherRepostersCount: _otherRepostersCount,
    followedHashtag: _followedHashtag,
    filteredBy: _filteredBy,
    ...thread
  } = await request<typeof getThread>({
    method: 'GET',
    path: '/threads/{threadId}',
    params: { threadId },
  });
  if (!isOutdated(threadId)) patchThread(client, threadId, thread);
}
