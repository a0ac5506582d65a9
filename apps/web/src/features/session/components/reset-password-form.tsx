import { passwordMinLength } from '@skein/contracts/limits';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { t } from '../../../lib/i18n/index.ts';
import { setNewPassword } from '../api/recover-password.ts';
import { readText } from '../model/form-text.ts';
import { readFailure } from '../model/read-failure.ts';
import { useFormErrors } from '../model/use-form-errors.ts';

interface ResetPasswordFormProps {
  token: string;
  onDone: () => void;
  /** The link was used, is too old or is not whole. */
  onBadToken: () => void;
}

/** A new password, typed twice. */
export function ResetPasswordForm({ token, onDone, onBadToken }: ResetPasswordFormProps) {
  const [isBusy, setIsBusy] = useState(false);
  const { formRef, errors, problem, checkForm, showErrors, showFailure } = useFormErrors();

  const submit = async (password: string, confirmPassword: string) => {
    setIsBusy(true);
    showErrors({});
    try {
      await setNewPassword({ token, password, confirmPassword });
      onDone();
    } catch (error) {
      const failure = readFailure(error, t('recovery.failed'));
      if ('token' in failure.fields) {
        onBadToken();
        return;
      }
      showFailure(failure);
      setIsBusy(false);
    }
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!checkForm(form)) return;
    const data = new FormData(form);
    const password = readText(data, 'password');
    const confirmPassword = readText(data, 'confirmPassword');
    if (password === confirmPassword) void submit(password, confirmPassword);
    else showErrors({ confirmPassword: t('auth.passwordsDifferHere') });
  };

  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
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
      <p id={problem.id} role="alert" className="text-sm text-danger empty:hidden">
        {problem.text}
      </p>
      <Button
        type="submit"
        size="lg"
        isBusy={isBusy}
        className="mt-2"
        aria-describedby={problem.id}
      >
        {t('recovery.save')}
      </Button>
    </form>
  );
}
