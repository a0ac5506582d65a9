import type { Thread, createThread, createThreadWithFiles } from '@skein/contracts/threads';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { addReply } from '../../threads/cache/reply-cache.ts';
import { prependThread } from '../../threads/cache/thread-cache.ts';
import { outcome, reasonOf, toForm } from './submit-action.ts';
import type { Post, Sender } from './submit-action.ts';

/** Publishes a thread and puts it on top of every feed. */
export const newThread: Sender<Thread> = {
  send: (post) => sendThread(post, { replyPermission: post.replyPermission }),
  onSent: (client, thread) => {
    prependThread(client, thread);
    toast.success(t('composer.createdTitle'), t('composer.createdText'), outcome);
  },
  onFailed: (error) => {
    const message = reasonOf(error) ?? t('composer.failedText');
    toast.error(t('composer.failedTitle'), message, outcome);
  },
};

/** Answers a thread: the reply takes its place among the others, every list counts it. */
export function replyTo(parent: Thread): Sender<Thread> {
  return {
    send: (post) => sendThread(post, { parentThreadId: parent.id }),
    onSent: (client, reply) => {
      addReply(client, reply);
      toast.success(t('reply.sent'), undefined, outcome);
    },
    onFailed: (error) => toast.error(t('reply.failed'), reasonOf(error), outcome),
  };
}

function sendThread(
  post: Post,
  fields: Pick<Post, 'replyPermission'> | { parentThreadId: string },
): Promise<Thread> {
  const { content, poll, files, altTexts } = post;
  const form = {
    ...toForm(post),
    body: {
      content,
      ...fields,
      altText: [...altTexts],
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
