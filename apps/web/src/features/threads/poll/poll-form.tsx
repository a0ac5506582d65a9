import type { Poll } from '@skein/contracts/threads';
import { Button } from '../../../ui/button.tsx';
import { EmojiText } from '../../../ui/emoji-text.tsx';
import { t } from '../../../i18n/index.ts';

interface PollFormProps {
  poll: Poll;
  authorUsername: string | null;
  selectedIds: readonly string[];
  onSelect: (ids: readonly string[]) => void;
  isVoting: boolean;
  onVote: () => void;
}

/** The options of an open poll, with single or multiple selection. */
export function PollForm({
  poll,
  authorUsername,
  selectedIds,
  onSelect,
  isVoting,
  onVote,
}: PollFormProps) {
  const { id: pollId, multiple, options } = poll;
  const toggle = (id: string, isSelected: boolean) => {
    const others = multiple ? selectedIds.filter((selected) => selected !== id) : [];
    onSelect(isSelected ? [...others, id] : others);
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
            checked={selectedIds.includes(id)}
            onChange={({ target }) => toggle(id, target.checked)}
            className="size-4.5 shrink-0 accent-accent"
          />
          <span className="min-w-0 wrap-anywhere">
            <EmojiText text={optionText} authorUsername={authorUsername} />
          </span>
        </label>
      ))}
      <Button
        type="submit"
        variant="secondary"
        size="sm"
        disabled={isVoting || selectedIds.length === 0}
      >
        {t('poll.vote')}
      </Button>
    </form>
  );
}
