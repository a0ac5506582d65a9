import type { Poll } from '@skein/contracts/threads';
import Check from 'lucide-react/icons/check';
import { EmojiText } from '../../../ui/emoji-text.tsx';
import { t } from '../../../i18n/index.ts';

/** The results of a poll. */
export function PollResults({
  poll,
  authorUsername,
}: {
  poll: Poll;
  authorUsername: string | null;
}) {
  const maxVotes = Math.max(...poll.options.map(({ votesCount }) => votesCount));
  return (
    <ul className="mt-2 space-y-1.5">
      {poll.options.map(({ id, optionText, votesCount }) => {
        const percent = toPercent(votesCount, poll.totalVotes);
        const isLeading = votesCount === maxVotes && maxVotes > 0;
        return (
          <li
            key={id}
            className="relative flex min-h-10 items-center gap-2 overflow-hidden rounded-lg bg-sunken px-3 forced-colors:border py-1.5 text-sm"
          >
            <span
              aria-hidden="true"
              className={`absolute inset-y-0 left-0 rounded-lg transition-[width] forced-colors:rounded-none forced-colors:border-b-4 forced-colors:border-[Highlight] ${isLeading ? 'bg-accent-soft' : 'bg-pressed'}`}
              style={{ width: `${percent}%` }}
            />
            <span className={`relative min-w-0 wrap-anywhere ${isLeading ? 'font-semibold' : ''}`}>
              <EmojiText text={optionText} authorUsername={authorUsername} />
            </span>
            {poll.myOptionIds.includes(id) && (
              <Check
                className="relative size-4 shrink-0"
                role="img"
                aria-label={t('poll.myChoice')}
              />
            )}
            <span className="relative ml-auto shrink-0 tabular-nums">
              {t('poll.percent', { percent })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function toPercent(votes: number, total: number): number {
  return total === 0 ? 0 : Math.round((votes / total) * 100);
}
