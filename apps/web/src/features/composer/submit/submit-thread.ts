import * as routes from '@skein/contracts/routes';
import type { ScheduledThread, Thread } from '@skein/contracts/threads';
import { formatFullTime } from '../../../i18n/relative-time.ts';
import { threadKeys } from '../../threads/cache/thread-keys.ts';
import { request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { addReply } from '../../threads/cache/reply-cache.ts';
import { prependThread, prependToMine } from '../../threads/cache/thread-cache.ts';
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
import type { Submission, SubmitAction } from './submit-action.ts';

/** A thread and its further parts, or a thread that is published later. */
type NewThreadResult = Thread[] | ScheduledThread;

/** Whether a result is a thread that is published later. */
export const isScheduled = (result: NewThreadResult): result is ScheduledThread =>
  'scheduledAt' in result;

/** Publishes a thread or a chain and adds it to every feed, or schedules it. */
export const newThreadAction: SubmitAction<NewThreadResult> = {
  pendingTarget: { kind: 'thread' },
  submit: async (submission) => {
    const { scheduledAt, parts } = submission;
    if (scheduledAt !== null) {
      return parts.length > 0
        ? scheduleChainFrom(submission, scheduledAt)
        : schedule(submission, scheduledAt);
    }
    return parts.length > 0
      ? createChainFrom(submission)
      : [await createThreadFrom(submission, {})];
  },
  onSuccess: (client, result) => {
    if (isScheduled(result)) {
      void client.invalidateQueries({ queryKey: threadKeys.scheduled });
      const time = formatFullTime(result.scheduledAt);
      toast.success(t('composer.scheduledTitle'), time, toastOptions);
      return;
    }
    const [first, ...replies] = result;
    if (first) prependThread(client, first);
    for (const reply of replies) prependToMine(client, reply);
    toast.success(t('composer.createdTitle'), t('composer.createdText'), toastOptions);
  },
  onError: (error) => {
    const message = serverMessage(error) ?? t('composer.failedText');
    toast.error(t('composer.failedTitle'), message, errorToastOptions(error));
  },
};

/** Replies to a thread. Adds the reply to every list that shows it and to the reply counts. */
export function replyAction(parent: Thread): SubmitAction<Thread> {
  return {
    pendingTarget: { kind: 'reply', thread: parent },
    submit: (submission) => createThreadFrom(submission, { parentThreadId: parent.id }),
    onSuccess: (client, reply) => {
      addReply(client, reply);
      toast.success(t('reply.sent'), undefined, toastOptions);
    },
    onError: (error) =>
      toast.error(t('reply.failed'), serverMessage(error), errorToastOptions(error)),
  };
}

function toForm(submission: Submission) {
  const { content, replyPermission, poll } = submission;
  return {
    content,
    replyPermission,
    ...toFileFields(submission),
    ...toVideoFiles(submission),
    ...toAudienceFields(submission),
    ...toWarningFields(submission),
    ...toDraftFields(submission),
    ...(poll && { poll: JSON.stringify(poll) }),
  };
}

function schedule(submission: Submission, scheduledAt: string): Promise<ScheduledThread> {
  return request(routes.scheduleThread, {
    ...toUploadOptions(submission),
    body: { ...toForm(submission), scheduledAt },
  });
}

function scheduleChainFrom(submission: Submission, scheduledAt: string): Promise<ScheduledThread> {
  const { body, ...options } = toChainRequest(submission);
  return request(routes.scheduleChain, { ...options, body: { ...body, scheduledAt } });
}

const createChainFrom = (submission: Submission): Promise<Thread[]> =>
  request(routes.createChain, { ...toChainRequest(submission) });

/** The files of all parts, and how many belong to each. */
function toChainRequest(submission: Submission) {
  const parts = [submission, ...submission.parts];
  const all = {
    ...submission,
    files: parts.flatMap(({ files }) => files),
    altTexts: parts.flatMap(({ altTexts }) => altTexts),
    focuses: parts.flatMap(({ focuses }) => focuses),
    posters: parts.flatMap(({ posters }) => posters),
    captions: parts.flatMap(({ captions }) => captions),
  };
  const { content: _content, uploadIds: _uploadIds, ...form } = toForm(all);
  return {
    ...toUploadOptions(all),
    body: {
      ...form,
      parts: parts.map(({ content, files, uploadIds }) =>
        JSON.stringify({
          content,
          files: files.length,
          ...(uploadIds.length > 0 && { uploadIds }),
        }),
      ),
    },
  };
}

function createThreadFrom(
  submission: Submission,
  target: { parentThreadId?: string },
): Promise<Thread> {
  const { files } = submission;
  const form = {
    ...toUploadOptions(submission),
    body: { ...toForm(submission), ...target },
  };
  return files.length > 1
    ? request(routes.createThreadWithFiles, { ...form })
    : request(routes.createThread, { ...form });
}
