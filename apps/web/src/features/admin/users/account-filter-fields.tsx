import { accessBlockValueMaxLength, postedTextMaxLength } from '@skein/contracts/administration';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';

/** Empty texts filter nothing. */
export interface AccountFilter {
  /** The IP address of the registration, or a range. */
  address: string;
  /** What the accounts have posted. */
  text: string;
}

interface AccountFilterFieldsProps {
  value: AccountFilter;
  /** IP addresses can be searched by administrators only. */
  hasAddress: boolean;
  /** The error of the search with this filter. */
  error: Error | null;
  onChange: (filter: AccountFilter) => void;
}

/** The filters of the accounts, which are used when they are submitted. */
export function AccountFilterFields({
  value,
  hasAddress,
  error,
  onChange,
}: AccountFilterFieldsProps) {
  const [address, setAddress] = useState(value.address);
  const [text, setText] = useState(value.text);
  const getError = (field: keyof AccountFilter) =>
    error instanceof ApiError
      ? error.fieldErrors.find(({ path }) => path === field)?.message
      : undefined;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onChange({ address: address.trim(), text: text.trim() });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 border-b border-line p-4">
      {hasAddress && (
        <TextField
          label={t('admin.bulk.address')}
          hint={t('admin.bulk.addressHint')}
          error={getError('address')}
          autoCapitalize="none"
          autoComplete="off"
          maxLength={accessBlockValueMaxLength}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
      )}
      <TextAreaField
        label={t('admin.bulk.text')}
        hint={t('admin.bulk.textHint')}
        error={getError('text')}
        rows={2}
        maxLength={postedTextMaxLength}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm">
          {t('admin.bulk.search')}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          onClick={() => {
            setAddress('');
            setText('');
            onChange({ address: '', text: '' });
          }}
        >
          {t('admin.clearFilters')}
        </Button>
      </div>
    </form>
  );
}
