import {
  emailMaxLength,
  instanceDescriptionMaxLength,
  instanceNameMaxLength,
} from '@skein/contracts/limits';
import type { SavedSettings, SiteSettings } from '@skein/contracts/instance';
import { t } from '../../../i18n/index.ts';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';

interface SetupTextFieldsProps {
  value: SiteSettings;
  fixed: SavedSettings['fixed'];
  onChange: (changes: Partial<SiteSettings>) => void;
}

/** Name, description and contact of the instance. */
export function SetupTextFields({ value, fixed, onChange }: SetupTextFieldsProps) {
  const isFixed = (field: keyof SiteSettings) => fixed.some((each) => each.field === field);
  return (
    <>
      {fixed.length > 0 && <p className="text-sm text-muted">{t('admin.setup.fixed')}</p>}
      <TextField
        label={t('admin.settings.name')}
        maxLength={instanceNameMaxLength}
        value={value.name}
        disabled={isFixed('name')}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextAreaField
        label={t('admin.settings.description')}
        hint={t('admin.settings.descriptionHint')}
        rows={3}
        maxLength={instanceDescriptionMaxLength}
        value={value.description}
        disabled={isFixed('description')}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <TextField
        label={t('admin.settings.contactEmail')}
        hint={t('admin.settings.contactEmailHint')}
        type="email"
        autoComplete="off"
        maxLength={emailMaxLength}
        value={value.contactEmail}
        onChange={(event) => onChange({ contactEmail: event.target.value })}
      />
    </>
  );
}
