import {
  invitationsPerMemberMax,
  inviterGroups,
  postsPerDayMax,
  retentionDaysMax,
} from '@skein/contracts/administration';
import type { InviterGroup } from '@skein/contracts/administration';
import type { SiteSettings } from '@skein/contracts/instance';
import { t } from '../../../i18n/index.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';

const numbers = {
  invitationsPerMember: { min: 1, max: invitationsPerMemberMax },
  postsPerDay: { min: 1, max: postsPerDayMax },
  addressDays: { min: 1, max: retentionDaysMax },
  auditLogDays: { min: 0, max: retentionDaysMax },
} as const;

type NumberField = keyof typeof numbers;
type Settings = Pick<SiteSettings, NumberField | 'requiresVerifiedEmail' | 'inviters'>;

interface PublishingFieldsProps {
  value: Settings;
  findError: (field: NumberField) => string | undefined;
  onChange: (changes: Partial<Settings>) => void;
}

/** Who can post and invite others, how much, and how long data about users is kept. */
export function PublishingFields({ value, findError, onChange }: PublishingFieldsProps) {
  const numberField = (field: NumberField) => (
    <TextField
      label={t(`admin.settings.${field}`)}
      hint={t(`admin.settings.${field}Hint`, { max: numbers[field].max })}
      type="number"
      inputMode="numeric"
      {...numbers[field]}
      required
      value={Number.isNaN(value[field]) ? '' : value[field]}
      error={findError(field)}
      onChange={({ target }) => onChange({ [field]: target.valueAsNumber })}
    />
  );
  return (
    <>
      <Switch
        label={t('admin.settings.verifiedEmail')}
        hint={t('admin.settings.verifiedEmailHint')}
        checked={value.requiresVerifiedEmail}
        onChange={(event) => onChange({ requiresVerifiedEmail: event.target.checked })}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <SelectField
          label={t('admin.settings.inviters')}
          hint={t('admin.settings.invitersHint')}
          value={value.inviters}
          // The options are all values.
          onChange={(event) => onChange({ inviters: event.target.value as InviterGroup })}
        >
          {inviterGroups.map((group) => (
            <option key={group} value={group}>
              {t(`admin.settings.inviters.${group}`)}
            </option>
          ))}
        </SelectField>
        {value.inviters === 'members' && numberField('invitationsPerMember')}
      </div>
      <div className="grid gap-6 sm:grid-cols-2">{numberField('postsPerDay')}</div>
      <div className="grid gap-6 sm:grid-cols-2">
        {numberField('addressDays')}
        {numberField('auditLogDays')}
      </div>
    </>
  );
}
