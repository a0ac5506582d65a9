import type { QueryClient } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import type { ReplyPermission, Thread } from '@skein/contracts/threads';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { userKeys } from '../../users/user-cache.ts';
import { runSequentially } from '../engagement/toggle-mutation.ts';
import { patchThread } from '../cache/thread-cache.ts';
import { threadKeys } from '../cache/thread-keys.ts';

type Result = 'pinned' | 'unpinned' | 'hidden' | 'shown' | 'detached' | 'audienceSaved';

/** Runs a change of one thread after its other changes, and reports the result. */
async function change(
  client: QueryClient,
  { id }: Thread,
  result: Result,
  send: () => Promise<unknown>,
): Promise<void> {
  const toastOptions = { key: 'author-control' };
  try {
    await runSequentially(client, id, send);
    toast.success(t(`control.${result}`), undefined, toastOptions);
  } catch {
    toast.error(t('control.failed'), undefined, toastOptions);
  }
}

/** Pins a thread to the viewer's profile instead of the one that was pinned, or unpins it. */
export function setPinned(client: QueryClient, thread: Thread, isPinned: boolean): Promise<void> {
  const options = { params: { threadId: thread.id } };
  return change(client, thread, isPinned ? 'pinned' : 'unpinned', async () => {
    if (isPinned) await request(routes.pinThread, options);
    else await request(routes.unpinThread, options);
    await client.invalidateQueries({ queryKey: userKeys.all });
  });
}

/** Moves a reply to or out of the hidden replies. */
export function setReplyHidden(client: QueryClient, reply: Thread, isHidden: boolean) {
  const options = { params: { threadId: reply.id } };
  return change(client, reply, isHidden ? 'hidden' : 'shown', async () => {
    if (isHidden) await request(routes.hideReply, options);
    else await request(routes.unhideReply, options);
    patchThread(client, reply.id, { isHidden });
    await client.invalidateQueries({ queryKey: threadKeys.allReplies });
  });
}

/** Removes the viewer's thread from a quote. */
export function detachFromQuote(client: QueryClient, quote: Thread): Promise<void> {
  const { quotedThread } = quote;
  return change(client, quote, 'detached', async () => {
    await request(routes.detachQuote, { params: { threadId: quote.id } });
    const detached = { quoteState: 'revoked', quotedThread: null, quotedThreadId: null } as const;
    patchThread(client, quote.id, detached);
    if (quotedThread === null) return;
    patchThread(client, quotedThread.id, {
      quotesCount: Math.max(0, quotedThread.quotesCount - 1),
    });
  });
}

export function changeReplyPermission(
  client: QueryClient,
  thread: Thread,
  replyPermission: ReplyPermission,
): Promise<void> {
  return change(client, thread, 'audienceSaved', async () => {
    await request(routes.setReplyPermission, {
      params: { threadId: thread.id },
      body: { replyPermission },
    });
    patchThread(client, thread.id, { replyPermission });
    // The totals of My Posts depend on it.
    await client.invalidateQueries({ queryKey: threadKeys.allOwn });
  });
}
