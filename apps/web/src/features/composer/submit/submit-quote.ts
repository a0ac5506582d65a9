import type { QueryClient } from '@tanstack/react-query';
import type { RouteResponse } from '@skein/contracts/http';
import type { repostThread } from '@skein/contracts/engagement';
import type { QuotedThread, Thread, quoteRepost } from '@skein/contracts/threads';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { findCachedThread, patchThread, prependThread } from '../../threads/cache/thread-cache.ts';
import { outcome, reasonOf, toForm } from './submit-action.ts';
import type { Sender } from './submit-action.ts';

/** Quotes a thread: the quote goes on top of every feed, the quoted one counts it. */
export function quoteOf(quoted: Thread | QuotedThread): Sender<Thread> {
  return {
    send: (post) =>
      request<typeof quoteRepost>({
        method: 'POST',
        path: '/threads/quote-repost',
        ...toForm(post),
        body: {
          content: post.content,
          quotedThreadId: quoted.id,
          replyPermission: post.replyPermission,
          altText: [...post.altTexts],
        },
      }),
    onSent: (client, quote) => {
      showQuote(client, quoted, quote);
      toast.success(t('quote.sent'), undefined, outcome);
    },
    onFailed: (error) => toast.error(t('quote.failed'), reasonOf(error), outcome),
  };
}

/**
 * Reposts with a comment, which is a quote, or without one. A failure is not told (spec,
 * section 8, of My Posts): the dialog stays open with what was written.
 */
export function repostOf(
  thread: Thread | QuotedThread,
): Sender<RouteResponse<typeof repostThread>> {
  return {
    send: ({ content, idempotencyKey, signal }) =>
      request<typeof repostThread>({
        method: 'POST',
        path: '/threads/{threadId}/repost',
        params: { threadId: thread.id },
        body: content === '' ? { on: true } : { quoteContent: content },
        idempotencyKey,
        signal,
      }),
    onSent: (client, result) => {
      if ('content' in result) {
        showQuote(client, thread, result);
      } else {
        const { isReposted, repostsCount } = result;
        patchThread(client, thread.id, { isReposted, repostsCount });
      }
    },
    onFailed: () => undefined,
  };
}

function showQuote(client: QueryClient, quoted: Thread | QuotedThread, quote: Thread): void {
  const { quotesCount } = findCachedThread(client, quoted.id) ?? quoted;
  // First: what the quote itself shows of the quoted thread counts it already.
  patchThread(client, quoted.id, { quotesCount: quotesCount + 1 });
  prependThread(client, quote);
}
