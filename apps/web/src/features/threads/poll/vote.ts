import type { QueryClient } from '@tanstack/react-query';
import * as routes from '@skein/contracts/routes';
import type { Poll, QuotedThread, Thread } from '@skein/contracts/threads';
import { ApiError, request } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { runSequentially } from '../engagement/toggle-mutation.ts';
import { patchThread } from '../cache/thread-cache.ts';

/** Votes optimistically. A rejected vote is rolled back and reported in a toast. */
export async function vote(
  client: QueryClient,
  thread: Thread | QuotedThread,
  optionIds: readonly string[],
): Promise<void> {
  const { id: threadId, poll: previous } = thread;
  if (previous === null) return;
  patchThread(client, threadId, { poll: withVote(previous, optionIds) });
  try {
    const { poll } = await runSequentially(client, threadId, () =>
      request(routes.votePoll, { params: { threadId }, body: { optionIds: [...optionIds] } }),
    );
    patchThread(client, threadId, { poll });
  } catch (error) {
    patchThread(client, threadId, { poll: previous });
    const message = error instanceof ApiError ? error.message : '';
    toast.error(t('poll.failed'), message || t('common.networkError'), { key: 'vote' });
    if (error instanceof ApiError && error.status === 409) await refetchPoll(client, threadId);
  }
}

/** Called when the viewer has voted on another device, or the poll was closed meanwhile. */
async function refetchPoll(client: QueryClient, threadId: string): Promise<void> {
  const { poll } = await request(routes.getThread, { params: { threadId } }).catch(() => ({
    poll: null,
  }));
  if (poll) patchThread(client, threadId, { poll });
}

function withVote(poll: Poll, optionIds: readonly string[]): Poll {
  return {
    ...poll,
    totalVotes: poll.totalVotes + 1,
    myOptionIds: [...optionIds],
    options: poll.options.map((option) =>
      optionIds.includes(option.id) ? { ...option, votesCount: option.votesCount + 1 } : option,
    ),
  };
}
