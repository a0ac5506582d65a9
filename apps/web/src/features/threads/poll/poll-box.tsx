import { useState } from 'react';
import type { Poll, QuotedThread, Thread } from '@skein/contracts/threads';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../../i18n/index.ts';
import { useMinuteClock } from '../../../lib/minute-clock.ts';
import { formatTimeLeft } from '../../../i18n/relative-time.ts';
import { PollForm } from './poll-form.tsx';
import { PollResults } from './poll-results.tsx';
import { vote } from './vote.ts';

/** A poll: a form until the viewer has voted or the poll is closed, then the results. */
export function PollBox({ thread, poll }: { thread: Thread | QuotedThread; poll: Poll }) {
  const client = useQueryClient();
  const nowMs = useMinuteClock();
  // Stored here and not in the form, so that a failed vote restores the selection.
  const [selectedIds, setSelectedIds] = useState<readonly string[]>([]);
  const [isVoting, setIsVoting] = useState(false);
  const [isShowingResults, setIsShowingResults] = useState(false);

  const send = async () => {
    setIsVoting(true);
    await vote(client, thread, selectedIds);
    setIsVoting(false);
  };
  const isClosed = poll.isClosed || Date.parse(poll.expiresAt) <= nowMs;
  const isOpen = !isClosed && poll.myOptionIds.length === 0;
  return (
    <div role="group" className="mt-2.5" aria-label={t('poll.label', { question: poll.question })}>
      <p className="font-medium wrap-anywhere">{poll.question}</p>
      {isOpen && !isShowingResults ? (
        <PollForm
          poll={poll}
          authorUsername={thread.userUsername}
          selectedIds={selectedIds}
          onSelect={setSelectedIds}
          isVoting={isVoting}
          onVote={() => void send()}
        />
      ) : (
        <PollResults poll={poll} authorUsername={thread.userUsername} />
      )}
      <p className="mt-1.5 text-sm text-muted">
        <span>{t('poll.votes', { count: poll.totalVotes })}</span>
        {' · '}
        <span>
          {isClosed
            ? t('poll.closed')
            : t('poll.left', { time: formatTimeLeft(poll.expiresAt, nowMs) })}
        </span>
        {isOpen && (
          <span>
            {' · '}
            <button
              type="button"
              className="finger min-h-6 font-medium text-accent hover:underline"
              onClick={() => setIsShowingResults(!isShowingResults)}
            >
              {t(isShowingResults ? 'poll.toVote' : 'poll.toResults')}
            </button>
          </span>
        )}
      </p>
    </div>
  );
}
