import { registrationModes } from '@skein/contracts/administration';
import type { RegistrationMode } from '@skein/contracts/administration';
import { useId } from 'react';
import { t } from '../../../i18n/index.ts';

interface RegistrationModeFieldProps {
  value: RegistrationMode;
  onChange: (mode: RegistrationMode) => void;
}

/** The radio buttons for who can create an account. */
export function RegistrationModeField({ value, onChange }: RegistrationModeFieldProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{t('admin.settings.registration')}</legend>
      {registrationModes.map((mode) => (
        <label
          key={mode}
          className="-mx-2 flex min-h-11 items-center gap-3 rounded-md px-2 py-2 transition-colors hover:bg-hover"
        >
          <input
            type="radio"
            name={name}
            checked={mode === value}
            onChange={() => onChange(mode)}
            className="size-5 shrink-0 accent-accent"
          />
          <span>
            {t(`admin.settings.mode.${mode}`)}
            <span className="block text-sm text-muted">{t(`admin.settings.modeText.${mode}`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
