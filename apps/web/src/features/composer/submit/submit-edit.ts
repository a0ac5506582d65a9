import type { Thread, editThread } from '@skein/contracts/threads';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { patchThread } from '../../threads/cache/thread-cache.ts';
import { outcome } from './submit-action.ts';
import type { Sender } from './submit-action.ts';

/** Gives a thread another text, wherever it is shown. */
export function editOf({ id }: Thread): Sender<Thread> {
  return {
    send: ({ content, signal }) =>
      request<typeof editThread>({
        method: 'PUT',
        path: '/threads/{threadId}',
        params: { threadId: id },
        body: { content },
        signal,
      }),
    onSent: (client, edited) => {
      // Who reposted it is a matter of the place it stands in.
      const { repostedBy: _, ...patch } = edited;
      patchThread(client, id, patch);
      toast.success(t('edit.savedTitle'), t('edit.savedText'), outcome);
    },
    onFailed: () => toast.error(t('edit.failedTitle'), t('edit.failedText'), outcome),
  };
}
