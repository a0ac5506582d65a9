import type { QueryClient } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import type { Thread } from '@skein/contracts/threads';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { mapThreads } from '../cache/thread-cache.ts';
import type { ThreadList } from '../cache/thread-cache.ts';
import { threadKeys } from '../cache/thread-keys.ts';

/** Mutes or unmutes the conversation of a thread. */
export async function toggleThreadMute(client: QueryClient, thread: Thread): Promise<void> {
  const isMuted = !thread.isMuted;
  const options = { params: { threadId: thread.id } };
  try {
    if (isMuted) await request(routes.muteThread, options);
    else await request(routes.unmuteThread, options);
    patchConversation(client, thread, isMuted);
    toast.success(t(isMuted ? 'postMenu.threadMuted' : 'postMenu.threadUnmuted'));
  } catch {
    toast.error(t('postMenu.muteFailed'));
  }
}

/** Changes all threads of the conversation in every list that shows them. */
function patchConversation(
  client: QueryClient,
  { id, rootThreadId }: Thread,
  isMuted: boolean,
): void {
  const root = rootThreadId ?? id;
  client.setQueriesData<ThreadList>(
    { queryKey: threadKeys.lists },
    (list) =>
      list &&
      mapThreads(list, (thread) =>
        (thread.rootThreadId ?? thread.id) === root ? { ...thread, isMuted } : thread,
      ),
  );
}
