import type { QueryClient } from '@tanstack/react-query';
import type { votePoll } from '@skein/contracts/engagement';
import type { Poll, Thread, getThread } from '@skein/contracts/threads';
import { ApiError, request } from '../../../api/index.ts';
import { enCards } from '../../../i18n/en-cards.ts';
import { addMessages, t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { runInTurn } from '../engagement/toggle-mutation.ts';
import { patchThread } from '../cache/thread-cache.ts';

addMessages(enCards);

/** Votes, and shows the result at once; a refused vote is taken back and told. */
export async function vote(
  client: QueryClient,
  thread: Thread,
  optionIds: readonly string[],
): Promise<void> {
  const { id: threadId, poll: before } = thread;
  if (before === null) return;
  patchThread(client, threadId, { poll: withVote(before, optionIds) });
  try {
    const { poll } = await runInTurn(client, threadId, () =>
      request<typeof votePoll>({
        method: 'POST',
        path: '/threads/{threadId}/poll/vote',
        params: { threadId },
        body: { optionIds: [...optionIds] },
      }),
    );
    patchThread(client, threadId, { poll });
  } catch (error) {
    patchThread(client, threadId, { poll: before });
    const message = error instanceof ApiError ? error.message : '';
    toast.error(t('poll.failed'), message || t('common.networkError'), { key: 'vote' });
    if (error instanceof ApiError && error.status === 409) await reload(client, threadId);
  }
}

/** Already voted on another device, or closed meanwhile: shows the poll as it is. */
async function reload(client: QueryClient, threadId: string): Promise<void> {
  const { poll } = await request<typeof getThread>({
    method: 'GET',
    path: '/threads/{threadId}',
    params: { threadId },
  }).catch(() => ({ poll: null }));
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
