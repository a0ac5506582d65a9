import { useId, useRef, useState } from 'react';
import type { SubmitEvent } from 'react';
import { filterContexts } from '@skein/contracts/constants';
import type { Filter, FilterContext } from '@skein/contracts/filters';
import { filterPhraseMaxLength } from '@skein/contracts/limits';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { t } from '../../../i18n/index.ts';
import { useSaveFilter } from './filters.mutation.ts';
import { describeEnd } from './describe-filter.ts';
import { RadioGroup } from '../layout/radio-group.tsx';
import { SelectField } from '../../../ui/select-field.tsx';

const hourMs = 3_600_000;
const durations = [
  { value: 'hour', ms: hourMs },
  { value: 'day', ms: 24 * hourMs },
  { value: 'week', ms: 7 * 24 * hourMs },
  { value: 'month', ms: 30 * 24 * hourMs },
] as const;

const newFilter: Omit<Filter, 'id' | 'createdAt' | 'title' | 'groupId'> = {
  phrase: '',
  isWholeWord: true,
  contexts: [...filterContexts],
  action: 'collapse',
  expiresAt: null,
};

interface FilterDialogProps {
  /** Undefined for a new filter. */
  filter?: Filter | undefined;
  /** The initial phrase of a new filter. */
  phrase?: string;
  isOpen?: boolean;
  onClose: () => void;
}

/** Adds or edits a keyword filter. */
export function FilterDialog(props: FilterDialogProps) {
  const { filter, phrase: newPhrase = '', isOpen = true, onClose } = props;
  const formId = useId();
  const phraseRef = useRef<HTMLInputElement>(null);
  const initial = filter ?? { ...newFilter, phrase: newPhrase.slice(0, filterPhraseMaxLength) };
  const [phrase, setPhrase] = useState(initial.phrase);
  const [isWholeWord, setIsWholeWord] = useState(initial.isWholeWord);
  const [contexts, setContexts] = useState(initial.contexts);
  const [action, setAction] = useState(initial.action);
  const [end, setEnd] = useState(initial.expiresAt === null ? 'never' : 'unchanged');
  const save = useSaveFilter(filter?.id, onClose);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const expiresAt = toExpiry(end, initial.expiresAt);
    const fields = { phrase, isWholeWord, contexts, action };
    save.mutate({ ...fields, ...(expiresAt !== null && { expiresAt }) });
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      initialFocus={phraseRef}
      title={t(filter ? 'filters.editTitle' : 'filters.addTitle')}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            isBusy={save.isPending}
            disabled={phrase.trim() === '' || contexts.length === 0 || save.isPending}
          >
            {t('filters.save')}
          </Button>
        </div>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5 p-4">
        <TextField
          ref={phraseRef}
          label={t('filters.phrase')}
          value={phrase}
          maxLength={filterPhraseMaxLength}
          autoComplete="off"
          required
          onChange={({ target }) => setPhrase(target.value)}
        />
        <Checkbox checked={isWholeWord} onChange={({ target }) => setIsWholeWord(target.checked)}>
          {t('filters.onlyWholeWord')}
        </Checkbox>
        <ContextFields contexts={contexts} onChange={setContexts} />
        <RadioGroup
          label={t('filters.action')}
          value={action}
          options={(['collapse', 'hide'] as const).map((value) => ({
            value,
            label: t(`filters.action.${value}`),
          }))}
          onChange={setAction}
        />
        <p className="-mt-3 text-sm text-muted">{t('filters.actionText')}</p>
        <EndField end={end} keptEnd={initial.expiresAt} onChange={setEnd} />
      </form>
    </Dialog>
  );
}

interface EndFieldProps {
  end: string;
  /** The end of the edited filter. */
  keptEnd: string | null;
  onChange: (end: string) => void;
}

function EndField({ end, keptEnd, onChange }: EndFieldProps) {
  return (
    <SelectField
      label={t('filters.end')}
      value={end}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="never">{t('filters.end.never')}</option>
      {keptEnd !== null && <option value="unchanged">{describeEnd(keptEnd)}</option>}
      {durations.map(({ value }) => (
        <option key={value} value={value}>
          {t(`filters.end.${value}`)}
        </option>
      ))}
    </SelectField>
  );
}

interface ContextFieldsProps {
  contexts: readonly FilterContext[];
  onChange: (contexts: FilterContext[]) => void;
}

function ContextFields({ contexts, onChange }: ContextFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-medium">{t('filters.contexts')}</legend>
      {filterContexts.map((context) => (
        <Checkbox
          key={context}
          checked={contexts.includes(context)}
          onChange={({ target }) => {
            const chosen = (other: FilterContext) =>
              other === context ? target.checked : contexts.includes(other);
            onChange(filterContexts.filter(chosen));
          }}
        >
          {t(`filters.context.${context}`)}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function toExpiry(end: string, current: string | null): string | null {
  if (end === 'unchanged') return current;
  const duration = durations.find(({ value }) => value === end);
  return duration ? new Date(Date.now() + duration.ms).toISOString() : null;
}
