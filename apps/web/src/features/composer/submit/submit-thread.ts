import type { Thread, createThread, createThreadWithFiles } from '@skein/contracts/threads';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { addReply } from '../../threads/cache/reply-cache.ts';
import { prependThread } from '../../threads/cache/thread-cache.ts';
import { toastOptions, serverMessage, toUploadOptions, toWarningFields } from './submit-action.ts';
import type { Submission, SubmitAction } from './submit-action.ts';

/** Publishes a thread and adds it to every feed. */
export const newThreadAction: SubmitAction<Thread> = {
  submit: (submission) => createThreadFrom(submission, {}),
  onSuccess: (client, thread) => {
    prependThread(client, thread);
    toast.success(t('composer.createdTitle'), t('composer.createdText'), toastOptions);
  },
  onError: (error) => {
    const message = serverMessage(error) ?? t('composer.failedText');
    toast.error(t('composer.failedTitle'), message, toastOptions);
  },
};

/** Replies to a thread. Adds the reply to every list that shows it and to the reply counts. */
export function replyAction(parent: Thread): SubmitAction<Thread> {
  return {
    submit: (submission) => createThreadFrom(submission, { parentThreadId: parent.id }),
    onSuccess: (client, reply) => {
      addReply(client, reply);
      toast.success(t('reply.sent'), undefined, toastOptions);
    },
    onError: (error) => toast.error(t('reply.failed'), serverMessage(error), toastOptions),
  };
}

function createThreadFrom(
  submission: Submission,
  target: { parentThreadId?: string },
): Promise<Thread> {
  const { content, replyPermission, poll, files, altTexts } = submission;
  const form = {
    ...toUploadOptions(submission),
    body: {
      content,
      ...target,
      replyPermission,
      altText: [...altTexts],
      ...toWarningFields(submission),
      ...(poll && { poll: JSON.stringify(poll) }),
    },
  };
  return files.length > 1
    ? request<typeof createThreadWithFiles>({
        method: 'POST',
        path: '/threads/multiple-media',
        ...form,
      })
    : request<typeof createThread>({ method: 'POST', path: '/threads', ...form });
}
