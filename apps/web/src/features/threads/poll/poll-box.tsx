import { useState } from 'react';
import type { Thread } from '@skein/contracts/threads';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../../i18n/index.ts';
import { useMinuteClock } from '../../../lib/minute-clock.ts';
import { formatTimeLeft } from '../../../i18n/relative-time.ts';
import { actToEnd } from '../engagement/load-mutations.ts';
import { PollForm } from './poll-form.tsx';
import { PollResults } from './poll-results.tsx';

/** A poll: its options to choose from, until one has voted or it is closed, then its results. */
export function PollBox({ thread }: { thread: Thread }) {
  const client = useQueryClient();
  const nowMs = useMinuteClock();
  // Kept here: should the vote be refused, the choice is there again.
  const [chosenIds, setChosenIds] = useState<readonly string[]>([]);
  const [isVoting, setIsVoting] = useState(false);
  const [isPeeking, setIsPeeking] = useState(false);
  const { poll } = thread;
  if (!poll) return null;

  const vote = async () => {
    setIsVoting(true);
    await actToEnd((acts) => acts.vote(client, thread, chosenIds));
    setIsVoting(false);
  };
  const isClosed = poll.isClosed || Date.parse(poll.expiresAt) <= nowMs;
  const isOpen = !isClosed && poll.myOptionIds.length === 0;
  return (
    <div role="group" className="mt-2.5" aria-label={t('poll.label', { question: poll.question })}>
      <p className="font-medium wrap-anywhere">{poll.question}</p>
      {isOpen && !isPeeking ? (
        <PollForm
          poll={poll}
          chosenIds={chosenIds}
          onChoose={setChosenIds}
          isVoting={isVoting}
          onVote={() => void vote()}
        />
      ) : (
        <PollResults poll={poll} />
      )}
      <p className="mt-1.5 text-sm text-muted">
        {t('poll.votes', { count: poll.totalVotes })}
        {' · '}
        {isClosed
          ? t('poll.closed')
          : t('poll.left', { time: formatTimeLeft(poll.expiresAt, nowMs) })}
        {isOpen && (
          <>
            {' · '}
            <button
              type="button"
              className="min-h-6 font-medium text-accent hover:underline"
              onClick={() => setIsPeeking(!isPeeking)}
            >
              {t(isPeeking ? 'poll.toVote' : 'poll.toResults')}
            </button>
          </>
        )}
      </p>
    </div>
  );
}
