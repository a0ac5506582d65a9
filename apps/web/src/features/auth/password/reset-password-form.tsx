import { passwordMinLength } from '@skein/contracts/limits';
import { useState } from 'react';
import { PasswordField } from '../../../ui/password-field.tsx';
import { t } from '../../../i18n/index.ts';
import { setNewPassword } from './reset-password.ts';
import { readText } from '../account/form-text.ts';
import { toFormError } from '../account/form-error.ts';
import { useFormErrors } from '../account/use-form-errors.ts';
import { AccountForm } from '../sign-in/account-form.tsx';

interface ResetPasswordFormProps {
  token: string;
  onDone: () => void;
  /** The link was used before, has expired or is incomplete. */
  onBadToken: () => void;
}

/** Sets a new password, entered twice. */
export function ResetPasswordForm({ token, onDone, onBadToken }: ResetPasswordFormProps) {
  const [isBusy, setIsBusy] = useState(false);
  const formErrors = useFormErrors();
  const { errors, showErrors, showFormError } = formErrors;

  const submit = async (password: string, confirmPassword: string) => {
    setIsBusy(true);
    showErrors({});
    try {
      await setNewPassword({ token, password, confirmPassword });
      onDone();
    } catch (error) {
      const failure = toFormError(error, t('recovery.failed'));
      if ('token' in failure.fields) {
        onBadToken();
        return;
      }
      showFormError(failure);
      setIsBusy(false);
    }
  };
  const onValidSubmit = (data: FormData) => {
    const password = readText(data, 'password');
    const confirmPassword = readText(data, 'confirmPassword');
    if (password === confirmPassword) void submit(password, confirmPassword);
    else showErrors({ confirmPassword: t('auth.passwordsDifferHere') });
  };

  return (
    <AccountForm
      formErrors={formErrors}
      isBusy={isBusy}
      label={t('recovery.save')}
      onValidSubmit={onValidSubmit}
    >
      <PasswordField
        label={t('recovery.newPassword')}
        name="password"
        autoComplete="new-password"
        hint={t('auth.passwordHint', { min: passwordMinLength })}
        error={errors['password']}
        required
      />
      <PasswordField
        label={t('recovery.confirmPassword')}
        name="confirmPassword"
        autoComplete="new-password"
        error={errors['confirmPassword']}
        required
      />
    </AccountForm>
  );
}
