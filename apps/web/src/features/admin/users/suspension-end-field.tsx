import { t } from '../../../i18n/index.ts';
import { SelectField } from '../../../ui/select-field.tsx';

const durations = [1, 3, 7, 14, 30, 90];
const dayMs = 24 * 60 * 60 * 1000;

interface SuspensionEndFieldProps {
  /** A number; empty for a suspension without an end. */
  days: string;
  onChange: (days: string) => void;
}

/** Chooses how long a suspension lasts. */
export function SuspensionEndField({ days, onChange }: SuspensionEndFieldProps) {
  return (
    <SelectField
      label={t('admin.until')}
      value={days}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{t('admin.until.none')}</option>
      {durations.map((each) => (
        <option key={each} value={each}>
          {t('admin.until.days', { days: each })}
        </option>
      ))}
    </SelectField>
  );
}

/** Null for no number of days. */
export function endAfter(days: string): string | null {
  return days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString();
}
