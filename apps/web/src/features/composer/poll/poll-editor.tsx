import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { pollOptionsMax, pollOptionsMin } from '@skein/contracts/limits';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { t } from '../../../i18n/index.ts';
import { pollProblem } from './poll-draft.ts';
import type { PollAction, PollDraft } from './poll-draft.ts';
import { PollDurationSelect } from './poll-duration-select.tsx';
import { PollOptionField, pollFieldClass } from './poll-option-field.tsx';

interface PollEditorProps {
  poll: PollDraft;
  isDisabled: boolean;
  dispatch: (action: PollAction) => void;
}

const bringIntoView = (editor: HTMLElement | null) => editor?.scrollIntoView({ block: 'nearest' });

/** The form to create a poll: question, options and duration. */
export function PollEditor({ poll, isDisabled, dispatch }: PollEditorProps) {
  const problem = pollProblem(poll);
  const { options } = poll;
  // The empty option of a restored draft does not take the focus.
  const [hasAdded, setHasAdded] = useState(false);
  return (
    <fieldset
      ref={bringIntoView}
      disabled={isDisabled}
      className="mt-3 min-w-0 scroll-my-4 rounded-lg border border-line p-3"
    >
      <legend className="sr-only">{t('composer.poll')}</legend>
      <div className="flex items-center gap-1">
        <input
          // The poll button opens the editor, so the focus moves here.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={poll.question === ''}
          type="text"
          dir="auto"
          value={poll.question}
          aria-label={t('composer.pollQuestion')}
          placeholder={t('composer.pollQuestionHint')}
          autoComplete="off"
          enterKeyHint="next"
          className={pollFieldClass}
          onChange={({ target }) =>
            dispatch({ type: 'poll-question-changed', question: target.value })
          }
        />
        <IconButton
          icon={X}
          label={t('composer.removePoll')}
          className="-mr-1.5"
          onClick={() => dispatch({ type: 'poll-removed' })}
        />
      </div>
      <ol className="mt-2 space-y-2">
        {options.map((option, index) => (
          <PollOptionField
            key={option.id}
            option={option}
            number={index + 1}
            isNew={hasAdded && index >= pollOptionsMin && option.text === ''}
            onChange={(text) => dispatch({ type: 'poll-option-changed', id: option.id, text })}
            {...(options.length > pollOptionsMin && {
              onRemove: () => dispatch({ type: 'poll-option-removed', id: option.id }),
            })}
          />
        ))}
      </ol>
      {options.length < pollOptionsMax && (
        <Button
          variant="quiet"
          size="sm"
          className="mt-1.5 -ml-2"
          onClick={() => {
            setHasAdded(true);
            dispatch({ type: 'poll-option-added' });
          }}
        >
          <Plus aria-hidden className="size-4" />
          {t('composer.addOption')}
        </Button>
      )}
      <p
        role="status"
        className={`text-sm ${problem === 'same-options' ? 'text-danger' : 'text-muted'} ${problem ? 'mt-1' : ''}`}
      >
        {problem && t(`composer.pollProblem.${problem}`)}
      </p>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3 text-sm">
        <Checkbox
          checked={poll.multiple}
          onChange={({ target }) =>
            dispatch({ type: 'poll-multiple-changed', multiple: target.checked })
          }
        >
          {t('composer.pollMultiple')}
        </Checkbox>
        <PollDurationSelect
          minutes={poll.durationMinutes}
          onChange={(durationMinutes) =>
            dispatch({ type: 'poll-duration-changed', durationMinutes })
          }
        />
      </div>
    </fieldset>
  );
}
