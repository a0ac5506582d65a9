import { auditActions } from '@skein/contracts/administration';
import type { ReactNode } from 'react';
import { t } from '../../../i18n/index.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { AuditFilter } from '../shared/admin.queries.ts';

interface AuditFilterFieldsProps {
  value: AuditFilter;
  onChange: (filter: AuditFilter) => void;
  /** Actions on the entries that match. */
  children: ReactNode;
}

/** The filters of the audit log: the action, the user who acted, and the account that was changed. */
export function AuditFilterFields({ value, onChange, children }: AuditFilterFieldsProps) {
  const usernames = { autoCapitalize: 'none', autoComplete: 'off', maxLength: 100 } as const;
  return (
    <div className="grid gap-3 border-b border-line p-4 sm:grid-cols-3">
      <SelectField
        label={t('admin.action')}
        value={value.action}
        onChange={({ target }) => {
          const action = auditActions.find((each) => each === target.value) ?? '';
          onChange({ ...value, action });
        }}
      >
        <option value="">{t('admin.audit.anyAction')}</option>
        {auditActions.map((action) => (
          <option key={action} value={action}>
            {t(`admin.audit.${action}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        {...usernames}
        label={t('admin.audit.actor')}
        value={value.actor}
        onChange={({ target }) => onChange({ ...value, actor: target.value })}
      />
      <TextField
        {...usernames}
        label={t('admin.audit.user')}
        value={value.user}
        onChange={({ target }) => onChange({ ...value, user: target.value })}
      />
      <div className="sm:col-span-3">{children}</div>
    </div>
  );
}
