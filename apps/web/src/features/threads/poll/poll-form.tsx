import type { Poll } from '@skein/contracts/threads';
import { Button } from '../../../ui/button.tsx';
import { t } from '../../../i18n/index.ts';

interface PollFormProps {
  poll: Poll;
  chosenIds: readonly string[];
  onChoose: (ids: readonly string[]) => void;
  /** Whether a vote is on its way. */
  isVoting: boolean;
  onVote: () => void;
}

/** The options of an open poll: one of them, or several if the poll allows it. */
export function PollForm({ poll, chosenIds, onChoose, isVoting, onVote }: PollFormProps) {
  const { id: pollId, multiple, options } = poll;
  const choose = (id: string, isChosen: boolean) => {
    const others = multiple ? chosenIds.filter((chosen) => chosen !== id) : [];
    onChoose(isChosen ? [...others, id] : others);
  };
  return (
    <form
      className="mt-2 space-y-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isVoting) onVote();
      }}
    >
      {options.map(({ id, optionText }) => (
        <label
          key={id}
          className="flex min-h-10 items-center gap-2.5 rounded-lg border border-line px-3 py-1.5 text-sm transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type={multiple ? 'checkbox' : 'radio'}
            name={pollId}
            checked={chosenIds.includes(id)}
            onChange={({ target }) => choose(id, target.checked)}
            className="size-4.5 shrink-0 accent-accent"
          />
          <span className="min-w-0 wrap-anywhere">{optionText}</span>
        </label>
      ))}
      <Button
        type="submit"
        variant="secondary"
        size="sm"
        disabled={isVoting || chosenIds.length === 0}
      >
        {t('poll.vote')}
      </Button>
    </form>
  );
}
