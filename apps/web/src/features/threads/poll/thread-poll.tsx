import { lazy, Suspense } from 'react';
import type { QuotedThread, Thread } from '@skein/contracts/threads';
import { withMessages } from '../../../i18n/load-messages.ts';
import { pollHeightPx } from '../card/estimate-height.ts';

const PollBox = lazy(() =>
  withMessages(async () => ({ default: (await import('./poll-box.tsx')).PollBox }), 'cardParts'),
);

/** The poll of a thread, if it has one. Most threads have none, so the code is loaded with the first. */
export function ThreadPoll({ thread }: { thread: Thread | QuotedThread }) {
  const { poll } = thread;
  if (!poll) return null;
  return (
    <Suspense fallback={<div className="mt-2.5" style={{ height: pollHeightPx(poll) }} />}>
      <PollBox thread={thread} poll={poll} />
    </Suspense>
  );
}
