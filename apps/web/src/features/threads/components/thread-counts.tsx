import type { Thread } from '@skein/contracts/threads';
import { t } from '../../../lib/i18n/index.ts';
import { formatCompact, formatExact } from '../../../lib/numbers.ts';

/** What a thread has met with; nothing is said where nothing is. */
export function ThreadCounts({ thread }: { thread: Thread }) {
  const counts = [
    { count: thread.repliesCount, noun: 'thread.replies' },
    { count: thread.repostsCount + thread.quotesCount, noun: 'thread.reposts' },
    { count: thread.likesCount, noun: 'thread.likes' },
  ] as const;
  const shown = counts.filter(({ count }) => count > 0);
  if (shown.length === 0) return null;
  return (
    <ul className="mt-2.5 flex flex-wrap text-sm text-muted">
      {shown.map(({ count, noun }) => (
        <li key={noun} className="not-first:before:mx-1.5 not-first:before:content-['·']">
          <span aria-hidden="true">{formatCompact(count)}</span>
          <span className="sr-only">{formatExact(count)}</span> {t(noun, { count })}
        </li>
      ))}
    </ul>
  );
}
