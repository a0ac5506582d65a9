import {
  emailMaxLength,
  instanceDescriptionMaxLength,
  instanceNameMaxLength,
  registrationMessageMaxLength,
} from '@skein/contracts/limits';
import type { SavedSettings, SiteSettings } from '@skein/contracts/instance';
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
import { useSaveSettings } from './save-settings.mutation.ts';
import { AccentColorField } from './accent-color-field.tsx';
import { DefaultFields } from '../shared/default-fields.tsx';
import { PublishingFields } from './publishing-fields.tsx';
import { RegistrationModeField } from './registration-mode-field.tsx';
import { SaveError } from '../shared/save-error.tsx';
import { UploadFields } from '../shared/upload-fields.tsx';

type TextFieldName = 'name' | 'description' | 'contactEmail' | 'registrationMessage';

interface SettingsFormProps {
  saved: SavedSettings;
  /** Replaces the content by the current settings. */
  onReload: () => void;
}

/** The form of the general settings. Fields that environment variables set cannot be changed. */
export function SettingsForm({ saved, onReload }: SettingsFormProps) {
  // Versions that are loaded later do not replace what an administrator is writing.
  const [version, setVersion] = useState(saved.version);
  const [savedSettings, setSavedSettings] = useState(saved.settings);
  const [settings, setSettings] = useState(saved.settings);
  const save = useSaveSettings();
  const isChanged = JSON.stringify(settings) !== JSON.stringify(savedSettings);
  const unsavedChanges = useUnsavedChangesGuard({
    isEditing: isChanged,
    hasChanges: () => isChanged,
    discard: () => setSettings(savedSettings),
  });

  const change = (changes: Partial<SiteSettings>) =>
    setSettings((current) => ({ ...current, ...changes }));
  const findVariable = (field: keyof SiteSettings) =>
    saved.fixed.find((each) => each.field === field)?.variable;
  const issues = save.error instanceof ApiError ? save.error.fieldErrors : [];
  const findError = (field: keyof SiteSettings) =>
    issues.find(({ path }) => path.endsWith(`.${field}`))?.message;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    save.mutate(
      { version, settings },
      {
        onSuccess: (result) => {
          setVersion(result.version);
          setSavedSettings(result.settings);
          setSettings(result.settings);
        },
      },
    );
  };
  const textProps = (field: TextFieldName, hint?: string) => {
    const variable = findVariable(field);
    return {
      value: settings[field],
      onChange: (event: { target: { value: string } }) => change({ [field]: event.target.value }),
      disabled: variable !== undefined,
      error: findError(field),
      hint: variable === undefined ? hint : t('admin.settings.fixed', { variable }),
    };
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6 p-4">
      <TextField
        label={t('admin.settings.name')}
        maxLength={instanceNameMaxLength}
        {...textProps('name')}
      />
      <TextAreaField
        label={t('admin.settings.description')}
        rows={3}
        maxLength={instanceDescriptionMaxLength}
        {...textProps('description', t('admin.settings.descriptionHint'))}
      />
      <TextField
        label={t('admin.settings.contactEmail')}
        type="email"
        autoComplete="off"
        maxLength={emailMaxLength}
        {...textProps('contactEmail', t('admin.settings.contactEmailHint'))}
      />
      <RegistrationModeField
        value={settings.registrationMode}
        onChange={(registrationMode) => change({ registrationMode })}
      />
      {settings.registrationMode !== 'open' && (
        <TextAreaField
          label={t('admin.settings.registrationMessage')}
          rows={3}
          maxLength={registrationMessageMaxLength}
          {...textProps('registrationMessage', t('admin.settings.registrationMessageHint'))}
        />
      )}
      <Switch
        label={t('admin.settings.disposable')}
        hint={t('admin.settings.disposableHint')}
        checked={settings.blocksDisposableEmails}
        onChange={(event) => change({ blocksDisposableEmails: event.target.checked })}
      />
      <Switch
        label={t('admin.settings.proofOfWork')}
        hint={t('admin.settings.proofOfWorkHint')}
        checked={settings.requiresProofOfWork}
        onChange={(event) => change({ requiresProofOfWork: event.target.checked })}
      />
      <PublishingFields value={settings} findError={findError} onChange={change} />
      <AccentColorField
        value={settings}
        errors={{ light: findError('accentColor'), dark: findError('accentColorDark') }}
        onChange={change}
      />
      <DefaultFields value={settings} findVariable={findVariable} onChange={change} />
      <UploadFields
        value={settings}
        findError={findError}
        findVariable={findVariable}
        onChange={change}
      />
      <SaveError error={save.error} onReload={onReload} />
      <UnsavedChangesConfirmation guard={unsavedChanges} />
      <Button type="submit" isBusy={save.isPending} className="self-start">
        {t('admin.settings.save')}
      </Button>
    </form>
  );
}
