import { accessBlockKinds, accessBlockValueMaxLength } from '@skein/contracts/administration';
import type { AccessBlockKind } from '@skein/contracts/administration';
import { adminReasonMaxLength } from '@skein/contracts/limits';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { ApiError, NetworkError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useCreateAccessBlock } from './access-blocks.ts';

const durations = [1, 7, 30, 90, 365] as const;

/** Blocks an email domain or a range of IP addresses. */
export function BlockForm() {
  const creation = useCreateAccessBlock();
  const [kind, setKind] = useState<AccessBlockKind>('email_domain');
  const [value, setValue] = useState('');
  const [blocksAllAccess, setBlocksAllAccess] = useState(false);
  const [reason, setReason] = useState('');
  const [days, setDays] = useState('');
  const { error } = creation;
  const valueError =
    error instanceof ApiError
      ? error.fieldErrors.find(({ path }) => path === 'value')?.message
      : undefined;
  const isRange = kind === 'ip_range';
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    creation.mutate(
      {
        kind,
        value,
        blocksAllAccess: isRange && blocksAllAccess,
        reason,
        days: days === '' ? null : Number(days),
      },
      {
        onSuccess: () => {
          setValue('');
          setReason('');
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 border-b border-line p-4">
      <p className="text-sm text-muted">{t('admin.blocks.text')}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t('admin.blocks.kind')}
          value={kind}
          // The options are all values.
          onChange={(event) => setKind(event.target.value as AccessBlockKind)}
        >
          {accessBlockKinds.map((each) => (
            <option key={each} value={each}>
              {t(`admin.blocks.kind.${each}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('admin.blocks.days')}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        >
          <option value="">{t('admin.blocks.days.none')}</option>
          {durations.map((each) => (
            <option key={each} value={each}>
              {t('admin.blocks.days.some', { days: each })}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField
        label={t(isRange ? 'admin.blocks.range' : 'admin.blocks.domain')}
        hint={t(isRange ? 'admin.blocks.rangeHint' : 'admin.blocks.domainHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={accessBlockValueMaxLength}
        value={value}
        error={valueError}
        onChange={(event) => setValue(event.target.value)}
      />
      {isRange && (
        <SelectField
          label={t('admin.blocks.scope')}
          value={blocksAllAccess ? 'access' : 'registration'}
          onChange={(event) => setBlocksAllAccess(event.target.value === 'access')}
        >
          <option value="registration">{t('admin.blocks.scope.registration')}</option>
          <option value="access">{t('admin.blocks.scope.access')}</option>
        </SelectField>
      )}
      <TextField
        label={t('admin.blocks.reason')}
        maxLength={adminReasonMaxLength}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {error !== null && valueError === undefined && (
        <p role="alert" className="text-sm text-danger">
          {error instanceof NetworkError ? t('common.networkError') : error.message}
        </p>
      )}
      <Button type="submit" isBusy={creation.isPending} className="self-start">
        {t('admin.blocks.create')}
      </Button>
    </form>
  );
}
