import {
  profileFieldNameMaxLength,
  profileFieldsMax,
  profileFieldValueMaxLength,
} from '@skein/contracts/limits';
import { useId, useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { fieldRows } from './profile-values.ts';
import type { ProfileValues } from './profile-values.ts';

interface ExtraFieldsProps {
  saved: ProfileValues;
  errors: Readonly<Record<string, string>>;
  isDisabled: boolean;
}

/** Names and values that the user chooses. An empty row is removed when the form is saved. */
export function ExtraFields({ saved, errors, isDisabled }: ExtraFieldsProps) {
  const fields = saved.fields ?? [];
  const [count, setCount] = useState(fields.length);
  const hintId = useId();
  if (isDisabled && count === 0) return null;
  return (
    <fieldset className="flex flex-col gap-3 sm:col-span-2" aria-describedby={hintId}>
      <legend className="mb-1 font-medium">{t('profile.fields')}</legend>
      <p id={hintId} className="text-sm text-muted">
        {t('profile.fieldsHint')}
      </p>
      {fieldRows.slice(0, count).map((row, index) => (
        <div key={row.name} className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
          <TextField
            label={t('profile.fieldName', { number: String(index + 1) })}
            name={row.name}
            defaultValue={fields[index]?.name}
            error={errors[row.name]}
            maxLength={profileFieldNameMaxLength}
            disabled={isDisabled}
            autoComplete="off"
          />
          <TextField
            label={t('profile.fieldValue', { number: String(index + 1) })}
            name={row.value}
            defaultValue={fields[index]?.value}
            error={errors[row.value]}
            maxLength={profileFieldValueMaxLength}
            disabled={isDisabled}
            autoComplete="off"
          />
        </div>
      ))}
      {!isDisabled && count < profileFieldsMax && (
        <Button
          size="sm"
          variant="secondary"
          className="self-start"
          onClick={() => setCount(count + 1)}
        >
          {t('profile.addField')}
        </Button>
      )}
    </fieldset>
  );
}
