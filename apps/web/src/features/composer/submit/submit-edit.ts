import * as routes from '@skein/contracts/routes';
import type { Thread } from '@skein/contracts/threads';
import { ApiError, NetworkError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { patchThread } from '../../threads/cache/thread-cache.ts';
import { errorToastOptions, serverMessage, toastOptions } from './submit-action.ts';
import type { SubmitAction } from './submit-action.ts';

/** Changes the text, the warnings, the language and the descriptions of a thread, wherever it is shown. */
export function editAction({ id, ...before }: Thread): SubmitAction<Thread> {
  const isDescriptionNew = (altText: string, index: number) =>
    altText !== (before.media[index]?.altText ?? '');
  return {
    submit: ({ content, contentWarning, isSensitive, language, altTexts, signal }) =>
      request(routes.editThread, {
        params: { threadId: id },
        body: {
          content,
          ...(contentWarning !== (before.contentWarning ?? '') && { contentWarning }),
          ...(isSensitive !== before.isSensitive && { isSensitive }),
          ...(language !== null && language !== before.language && { language }),
          ...(altTexts.some(isDescriptionNew) && { altText: [...altTexts] }),
        },
        signal,
      }),
    onSuccess: (client, edited) => {
      // `repostedBy` depends on the list that shows the thread.
      const { repostedBy: _, ...patch } = edited;
      patchThread(client, id, patch);
      toast.success(t('edit.savedTitle'), t('edit.savedText'), toastOptions);
    },
    onError: (error) => {
      toast.error(t('edit.failedTitle'), describeFailure(error), errorToastOptions(error));
    },
  };
}

function describeFailure(error: Error): string {
  if (error instanceof NetworkError) return t('edit.offlineText');
  // The message contains the waiting time or the reason.
  const isExplained =
    error instanceof ApiError &&
    (error.code === 'rate_limited' || error.code === 'email_not_verified');
  return (isExplained ? serverMessage(error) : undefined) ?? t('edit.failedText');
}
