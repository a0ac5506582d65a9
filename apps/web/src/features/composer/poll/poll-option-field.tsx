import X from 'lucide-react/icons/x';
import { pollOptionMaxLength } from '@skein/contracts/limits';
import { countCodePoints } from '@skein/contracts/text';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import type { PollDraft } from './poll-draft.ts';

export const pollFieldClass =
  'h-10 w-full min-w-0 scroll-my-16 rounded-md border border-field bg-raised px-3 disabled:opacity-50';

interface PollOptionFieldProps {
  option: PollDraft['options'][number];
  number: number;
  isNew: boolean;
  onChange: (text: string) => void;
  /** Undefined if the poll has the minimum number of options. */
  onRemove?: () => void;
}

/** An option of a poll, with the number of remaining characters. */
export function PollOptionField({
  option: { text },
  number,
  isNew,
  onChange,
  onRemove,
}: PollOptionFieldProps) {
  const remaining = pollOptionMaxLength - countCodePoints(text);
  return (
    <li className="flex items-center gap-1">
      <span className="relative min-w-0 grow">
        <input
          // The user has just added this option.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={isNew}
          type="text"
          dir="auto"
          value={text}
          aria-label={t('composer.pollOption', { number })}
          placeholder={t('composer.pollOption', { number })}
          autoComplete="off"
          enterKeyHint="next"
          className={`${pollFieldClass} pr-10`}
          onChange={({ target }) => onChange(target.value)}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute top-2.5 right-3 text-sm text-muted tabular-nums"
        >
          {text !== '' && remaining}
        </span>
      </span>
      {onRemove && (
        <IconButton
          icon={X}
          iconSize={18}
          label={t('composer.removeOption', { number })}
          className="-mr-1.5"
          onClick={onRemove}
        />
      )}
    </li>
  );
}
