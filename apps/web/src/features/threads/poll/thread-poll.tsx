import type { QuotedThread, Thread } from '@skein/contracts/threads';
import { withMessages } from '../../../i18n/load-messages.ts';
import { pollHeightPx } from '../card/estimate-height.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';

const PollBox = lazyComponent(() =>
  withMessages(async () => (await import('./poll-box.tsx')).PollBox, 'cardParts'),
);

/** The poll of a thread, if it has one. Most threads have none, so the code is loaded with the first. */
export function ThreadPoll({ thread }: { thread: Thread | QuotedThread }) {
  const { poll } = thread;
  if (!poll) return null;
  return (
    <PollBox
      thread={thread}
      poll={poll}
      fallback={<div className="mt-2.5" style={{ height: pollHeightPx(poll) }} />}
    />
  );
}
