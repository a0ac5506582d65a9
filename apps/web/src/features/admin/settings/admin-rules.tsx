import { ruleDescriptionMaxLength, rulesMax, ruleTitleMaxLength } from '@skein/contracts/limits';
import type { Rule, RulesInput, SavedRules } from '@skein/contracts/instance';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import {
  UnsavedChangesConfirmation,
  useUnsavedChangesGuard,
} from '../../../ui/unsaved-changes.tsx';
import { rulesQuery } from '../shared/admin.queries.ts';
import { useSaveRules } from './save-settings.mutation.ts';
import { EditedQuery } from '../shared/edited-query.tsx';
import { SaveError } from '../shared/save-error.tsx';

/** Edits the numbered rules. */
export function AdminRules() {
  return (
    <EditedQuery options={rulesQuery}>
      {(saved, onReload) => <RulesForm saved={saved} onReload={onReload} />}
    </EditedQuery>
  );
}

/** A rule with a key that stays when rules are moved. */
type KeyedRule = RulesInput['rules'][number] & { key: number };

const withKeys = (rules: readonly Rule[]): KeyedRule[] =>
  rules.map((rule, key) => ({ ...rule, key }));

/** Keeps what was changed meanwhile. New rules get the ids under which they were saved. */
function withSavedIds(
  current: readonly KeyedRule[],
  sent: readonly KeyedRule[],
  saved: readonly Rule[],
): KeyedRule[] {
  return current.map((rule) => {
    const id = saved[sent.findIndex(({ key }) => key === rule.key)]?.id;
    return rule.id === undefined && id !== undefined ? { ...rule, id } : rule;
  });
}

function RulesForm({ saved, onReload }: { saved: SavedRules; onReload: () => void }) {
  const [version, setVersion] = useState(saved.version);
  const [savedRules, setSavedRules] = useState(saved.rules);
  const [rules, setRules] = useState(() => withKeys(saved.rules));
  const save = useSaveRules();
  const isChanged = !hasSameTexts(rules, savedRules);
  const unsavedChanges = useUnsavedChangesGuard({
    isEditing: isChanged,
    hasChanges: () => isChanged,
    discard: () => setRules(withKeys(savedRules)),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(
      { version, rules: rules.map(({ id, title, description }) => ({ id, title, description })) },
      {
        onSuccess: (result) => {
          setVersion(result.version);
          setSavedRules(result.rules);
          setRules((current) => withSavedIds(current, rules, result.rules));
        },
      },
    );
  };
  const add = () => {
    const key = Math.max(-1, ...rules.map((rule) => rule.key)) + 1;
    setRules([...rules, { key, title: '', description: '' }]);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6 p-4">
      <p className="text-sm text-muted">{t('admin.rules.text')}</p>
      {rules.map((rule, index) => (
        <RuleFields
          key={rule.key}
          rule={rule}
          number={index + 1}
          onChange={(changed) =>
            setRules(rules.map((each) => (each === rule ? { ...each, ...changed } : each)))
          }
          onRemove={() => setRules(rules.filter((each) => each !== rule))}
          onMoveUp={() => setRules(moveUp(rules, index))}
        />
      ))}
      <SaveError error={save.error} onReload={onReload} />
      <UnsavedChangesConfirmation guard={unsavedChanges} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={save.isPending}>
          {t('admin.rules.save')}
        </Button>
        <Button variant="secondary" disabled={rules.length >= rulesMax} onClick={add}>
          {t('admin.rules.add')}
        </Button>
      </div>
    </form>
  );
}

interface RuleFieldsProps {
  rule: KeyedRule;
  number: number;
  onChange: (changed: Partial<KeyedRule>) => void;
  onRemove: () => void;
  onMoveUp: () => void;
}

function RuleFields({ rule, number, onChange, onRemove, onMoveUp }: RuleFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-line p-4">
      <legend className="px-1 text-sm font-medium">{t('admin.rules.rule', { number })}</legend>
      <TextField
        label={t('admin.rules.title')}
        maxLength={ruleTitleMaxLength}
        value={rule.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      <TextAreaField
        label={t('admin.rules.description')}
        rows={2}
        maxLength={ruleDescriptionMaxLength}
        value={rule.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="secondary"
          // A disabled button would lose the focus when its rule becomes the first one.
          aria-disabled={number === 1}
          aria-label={t('admin.rules.moveUpRule', { number })}
          onClick={number === 1 ? undefined : onMoveUp}
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
        >
          {t('admin.rules.moveUp')}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('admin.rules.removeRule', { number })}
          onClick={onRemove}
        >
          {t('admin.rules.remove')}
        </Button>
      </div>
    </fieldset>
  );
}

function hasSameTexts(rules: readonly KeyedRule[], saved: readonly Rule[]): boolean {
  // The server removes space at both ends.
  const isSame = (rule: KeyedRule, index: number) =>
    rule.title.trim() === saved[index]?.title &&
    rule.description.trim() === saved[index].description;
  return rules.length === saved.length && rules.every(isSame);
}

function moveUp(rules: readonly KeyedRule[], index: number): KeyedRule[] {
  const moved = rules.slice(index - 1, index + 1).toReversed();
  return rules.toSpliced(index - 1, 2, ...moved);
}
