import { useMutation } from '@tanstack/react-query';
import type {
  ReplyPermission,
  Thread,
  createThread,
  createThreadWithFiles,
} from '@skein/contracts/threads';
import { ApiError, request } from '../../../lib/api/index.ts';
import { t } from '../../../lib/i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { prependThread } from '../../threads/api/thread-cache.ts';

export interface NewThread {
  content: string;
  replyPermission: ReplyPermission;
  files: readonly File[];
  /** One a file, in the files' order. */
  altTexts: readonly string[];
  signal: AbortSignal;
  /** Called with 0 to 1 while the pictures go out. */
  onProgress: (fraction: number) => void;
}

/** Each attempt's outcome takes the place of the one before. */
const outcome = { key: 'new-thread' };

/** Publishes a thread and puts it on top of every feed. Being cancelled is no failure to report. */
export function useCreateThread() {
  return useMutation({
    mutationFn: sendThread,
    onSuccess: (thread, _newThread, _onMutateResult, { client }) => {
      prependThread(client, thread);
      toast.success(t('composer.createdTitle'), t('composer.createdText'), outcome);
    },
    onError: (error, { signal }) => {
      if (signal.aborted) return;
      const message = error instanceof ApiError ? error.message : '';
      toast.error(t('composer.failedTitle'), message || t('composer.failedText'), outcome);
    },
  });
}

function sendThread(newThread: NewThread): Promise<Thread> {
  const { content, replyPermission, files, altTexts, signal, onProgress } = newThread;
  const form = {
    body: { content, replyPermission, altText: [...altTexts] },
    files: { media: files },
    signal,
    onUploadProgress: onProgress,
  };
  return files.length > 1
    ? request<typeof createThreadWithFiles>({
        method: 'POST',
        path: '/threads/multiple-media',
        ...form,
      })
    : request<typeof createThread>({ method: 'POST', path: '/threads', ...form });
}
