import type { QueryClient } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import type { RouteResponse } from '@skein/contracts/http';
import type { repostThread } from '@skein/contracts/engagement';
import type { QuotedThread, Thread } from '@skein/contracts/threads';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { findCachedThread, patchThread, prependThread } from '../../threads/cache/thread-cache.ts';
import {
  toastOptions,
  errorToastOptions,
  serverMessage,
  toAudienceFields,
  toDraftFields,
  toFileFields,
  toUploadOptions,
  toVideoFiles,
  toWarningFields,
} from './submit-action.ts';
import type { SubmitAction } from './submit-action.ts';

/** Quotes a thread. Adds the quote to every feed and to the count of the quoted thread. */
export function quoteAction(quoted: Thread | QuotedThread): SubmitAction<Thread> {
  return {
    pendingTarget: { kind: 'quote', thread: quoted },
    submit: (submission) =>
      request(routes.quoteRepost, {
        ...toUploadOptions(submission),
        body: {
          content: submission.content,
          quotedThreadId: quoted.id,
          replyPermission: submission.replyPermission,
          ...toFileFields(submission),
          ...toVideoFiles(submission),
          ...toAudienceFields(submission),
          ...toWarningFields(submission),
          ...toDraftFields(submission),
        },
      }),
    onSuccess: (client, quote) => {
      showQuote(client, quoted, quote);
      toast.success(t('quote.sent'), undefined, toastOptions);
    },
    onError: (error) =>
      toast.error(t('quote.failed'), serverMessage(error), errorToastOptions(error)),
  };
}

/**
 * Reposts a thread, or quotes it if there is a comment. A failure is not reported: the
 * dialog stays open with its content.
 */
export function repostAction(
  thread: Thread | QuotedThread,
): SubmitAction<RouteResponse<typeof repostThread>> {
  return {
    submit: ({ content, idempotencyKey, signal }) =>
      request(routes.repostThread, {
        params: { threadId: thread.id },
        body: content === '' ? { on: true } : { quoteContent: content },
        idempotencyKey,
        signal,
      }),
    onSuccess: (client, result) => {
      if ('content' in result) {
        showQuote(client, thread, result);
      } else {
        const { isReposted, repostsCount } = result;
        patchThread(client, thread.id, { isReposted, repostsCount });
      }
    },
    onError: () => undefined,
  };
}

function showQuote(client: QueryClient, quoted: Thread | QuotedThread, quote: Thread): void {
  const { quotesCount } = findCachedThread(client, quoted.id) ?? quoted;
  // Before `prependThread`: the quote already contains the quoted thread with the new count.
  patchThread(client, quoted.id, { quotesCount: quotesCount + 1 });
  prependThread(client, quote);
}
