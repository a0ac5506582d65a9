import type { QueryClient } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import type { Thread } from '@skein/contracts/threads';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { hasFederation } from '../../../lib/instance.ts';
import { toast } from '../../../lib/toast.ts';
import type { CardScreen } from './card-overlay.ts';
import { runSequentially } from '../engagement/toggle-mutation.ts';
import { removeThread } from '../cache/reply-cache.ts';

/** Deletes a thread on the server, then from every list. My Posts has its own error message. */
export async function deleteOwnThread(
  client: QueryClient,
  thread: Thread,
  screen: CardScreen,
): Promise<void> {
  try {
    await runSequentially(client, thread.id, () => sendDeletion(thread.id));
    removeThread(client, thread);
    // The audience of a private account may be on other servers, too.
    const text = t(hasFederation() ? 'delete.doneFederated' : 'delete.doneText');
    toast.success(t('delete.doneTitle'), text);
  } catch {
    if (screen === 'my-posts') toast.error(t('delete.failedTitle'), t('delete.failedText'));
    else toast.error(t('delete.failedOnFeed'));
  }
}

async function sendDeletion(threadId: string): Promise<void> {
  try {
    await request(routes.deleteThread, { params: { threadId } });
  } catch (error) {
    // Already deleted on another device.
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}
