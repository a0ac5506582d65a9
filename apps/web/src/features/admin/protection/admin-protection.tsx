import { reportersMinRange } from '@skein/contracts/administration';
import type { ProtectionLimit, SavedProtection } from '@skein/contracts/moderation';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import {
  UnsavedChangesConfirmation,
  useUnsavedChangesGuard,
} from '../../../ui/unsaved-changes.tsx';
import { protectionQuery, useSaveProtection } from './protection.ts';
import { EditedQuery } from '../shared/edited-query.tsx';
import { SaveError } from '../shared/save-error.tsx';

const newAccountLimits = [
  'newAccountMentions',
  'newAccountLinks',
  'newAccountFollows',
  'newAccountMessages',
] as const;

type LimitName = (typeof newAccountLimits)[number] | 'repeatedTexts';

/** Turns the rules of the automatic protection on and off. */
export function AdminProtection() {
  return (
    <EditedQuery options={protectionQuery}>
      {(saved, onReload) => <ProtectionForm saved={saved} onReload={onReload} />}
    </EditedQuery>
  );
}

/** The rules with the numbers and hashtags as they are written. */
function toFields({ reportersMin, excludedHashtags, ...switches }: SavedProtection['rules']) {
  return {
    ...switches,
    reportersMin: String(reportersMin),
    excludedHashtags: excludedHashtags.map((tag) => `#${tag}`).join(' '),
  };
}

type Fields = ReturnType<typeof toFields>;

function toRules({ reportersMin, excludedHashtags, ...switches }: Fields) {
  const tags = excludedHashtags.split(/[\s,]+/).filter((tag) => tag !== '');
  return { ...switches, reportersMin: Number(reportersMin), excludedHashtags: tags };
}

interface ProtectionFormProps {
  saved: SavedProtection;
  /** Replaces the content by the current rules. */
  onReload: () => void;
}

function ProtectionForm({ saved, onReload }: ProtectionFormProps) {
  const [version, setVersion] = useState(saved.version);
  const [savedFields, setSavedFields] = useState(() => toFields(saved.rules));
  const [fields, setFields] = useState(savedFields);
  const save = useSaveProtection();
  const isChanged = JSON.stringify(fields) !== JSON.stringify(savedFields);
  const unsavedChanges = useUnsavedChangesGuard({
    isEditing: isChanged,
    hasChanges: () => isChanged,
    discard: () => setFields(savedFields),
  });
  const issues = save.error instanceof ApiError ? save.error.fieldErrors : [];
  const findError = (field: keyof Fields) =>
    issues.find(({ path }) => path.startsWith(`rules.${field}`))?.message;
  const bind = (
    field: 'limitsNewAccounts' | 'rejectsRepeatedTexts' | 'limitsReportedAccounts',
  ) => ({
    checked: fields[field],
    onChange: (event: { target: { checked: boolean } }) =>
      setFields({ ...fields, [field]: event.target.checked }),
  });
  const bindText = (field: 'reportersMin' | 'excludedHashtags') => ({
    value: fields[field],
    error: findError(field),
    onChange: (event: { target: { value: string } }) =>
      setFields({ ...fields, [field]: event.target.value }),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(
      { version, rules: toRules(fields) },
      {
        onSuccess: (result) => {
          setVersion(result.version);
          setSavedFields(toFields(result.rules));
          setFields(toFields(result.rules));
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6 p-4">
      <p className="text-sm text-muted">{t('admin.protection.text')}</p>
      {saved.limits.length === 0 && (
        <p role="note" className="rounded-md bg-hover px-3 py-2 text-sm">
          {t('admin.protection.noLimits')}
        </p>
      )}
      <div className="flex flex-col gap-3">
        <Switch
          label={t('admin.protection.newAccounts')}
          hint={t('admin.protection.newAccountsHint')}
          {...bind('limitsNewAccounts')}
        />
        <Limits limits={saved.limits} names={newAccountLimits} />
      </div>
      <div className="flex flex-col gap-3">
        <Switch
          label={t('admin.protection.repeatedTexts')}
          hint={t('admin.protection.repeatedTextsHint')}
          {...bind('rejectsRepeatedTexts')}
        />
        <Limits limits={saved.limits} names={['repeatedTexts']} />
      </div>
      <div className="flex flex-col gap-3">
        <Switch
          label={t('admin.protection.reportedAccounts')}
          hint={t('admin.protection.reportedAccountsHint')}
          {...bind('limitsReportedAccounts')}
        />
        {fields.limitsReportedAccounts && (
          <TextField
            label={t('admin.protection.reportersMin')}
            type="number"
            inputMode="numeric"
            {...reportersMinRange}
            {...bindText('reportersMin')}
          />
        )}
      </div>
      <TextAreaField
        label={t('admin.protection.excludedHashtags')}
        hint={t('admin.protection.excludedHashtagsHint')}
        rows={3}
        autoCapitalize="none"
        spellCheck={false}
        {...bindText('excludedHashtags')}
      />
      <SaveError error={save.error} onReload={onReload} />
      <UnsavedChangesConfirmation guard={unsavedChanges} />
      <Button type="submit" isBusy={save.isPending} className="self-start">
        {t('admin.protection.save')}
      </Button>
    </form>
  );
}

interface LimitsProps {
  limits: readonly ProtectionLimit[];
  names: readonly LimitName[];
}

/** The numbers of a rule, which the server's configuration sets. */
function Limits({ limits, names }: LimitsProps) {
  const rows = names.flatMap((name) => {
    const limit = limits.find((each) => each.name === name);
    return limit === undefined ? [] : [{ name, limit }];
  });
  if (rows.length === 0) return null;
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm text-muted">
      {rows.map(({ name, limit }) => (
        <div key={name} className="contents">
          <dt>{t(`admin.protection.limit.${name}`)}</dt>
          <dd className="text-right text-ink">{describeLimit(limit)}</dd>
        </div>
      ))}
    </dl>
  );
}

function describeLimit({ max, seconds }: ProtectionLimit): string {
  return seconds % 3600 === 0
    ? t('admin.protection.hours', { max, hours: seconds / 3600 })
    : t('admin.protection.minutes', { max, minutes: Math.ceil(seconds / 60) });
}
