import type { Thread, editThread } from '@skein/contracts/threads';
import { NetworkError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { patchThread } from '../../threads/cache/thread-cache.ts';
import { toastOptions } from './submit-action.ts';
import type { SubmitAction } from './submit-action.ts';

/** Changes the text and the warnings of a thread, wherever it is shown. */
export function editAction({ id, ...before }: Thread): SubmitAction<Thread> {
  return {
    submit: ({ content, contentWarning, isSensitive, signal }) =>
      request<typeof editThread>({
        method: 'PUT',
        path: '/threads/{threadId}',
        params: { threadId: id },
        body: {
          content,
          ...(contentWarning !== (before.contentWarning ?? '') && { contentWarning }),
          ...(isSensitive !== before.isSensitive && { isSensitive }),
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
      const isOffline = error instanceof NetworkError;
      const text = isOffline ? t('edit.offlineText') : t('edit.failedText');
      toast.error(t('edit.failedTitle'), text, toastOptions);
    },
  };
}
