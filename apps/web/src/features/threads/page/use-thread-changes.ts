import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as routes from '@skein/contracts/routes';
import { request } from '../../../api/index.ts';
import { onLive } from '../../../realtime/index.ts';
import { trackPendingChanges } from '../cache/pending-changes.ts';
import { patchThread } from '../cache/thread-cache.ts';

/** Spreads the requests of all clients with an open page of the thread. */
const delayMaxMs = 5000;

/** Loads the thread of an open page again after it or the thread that it quotes has changed. */
export function useThreadChanges(threadId: string, quotedThreadId: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reload = () => {
      timer = undefined;
      // The cached copy stays if the request fails, as after a missed event.
      reloadThread(client, threadId).catch(() => undefined);
    };
    const stop = onLive('threadChanged', (changed) => {
      if (changed.threadId !== threadId && changed.threadId !== quotedThreadId) return;
      timer ??= setTimeout(reload, delayMaxMs * Math.random());
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, threadId, quotedThreadId]);
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
  } = await request(routes.getThread, { params: { threadId } });
  if (!isOutdated(threadId)) patchThread(client, threadId, thread);
}
