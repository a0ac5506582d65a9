import { passwordMinLength } from '@skein/contracts/limits';
import { PasswordField } from '../../../ui/password-field.tsx';
import { t } from '../../../i18n/index.ts';

interface PasswordFieldsProps {
  errors: Readonly<Record<string, string>>;
}

/** Changes the password. Empty fields change nothing. */
export function PasswordFields({ errors }: PasswordFieldsProps) {
  return (
    <fieldset className="flex flex-col gap-5">
      <legend className="font-medium">{t('password.change')}</legend>
      <p className="mt-1 -mb-1 text-sm text-muted">{t('password.hint')}</p>
      <PasswordField
        label={t('password.current')}
        name="currentPassword"
        autoComplete="current-password"
        error={errors['currentPassword']}
      />
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <PasswordField
          label={t('password.new')}
          name="password"
          autoComplete="new-password"
          hint={t('auth.passwordHint', { min: passwordMinLength })}
          error={errors['password']}
        />
        <PasswordField
          label={t('password.confirm')}
          name="confirmPassword"
          autoComplete="new-password"
          error={errors['confirmPassword']}
        />
      </div>
    </fieldset>
  );
}
