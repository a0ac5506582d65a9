import { useState } from 'react';
import { TextField } from '../../../ui/text-field.tsx';
import { t } from '../../../i18n/index.ts';
import { requestPasswordReset } from './reset-password.ts';
import { readText } from '../account/form-text.ts';
import { toFormError } from '../account/form-error.ts';
import { getRememberedEmail } from '../sign-in/remembered-email.ts';
import { useFormErrors } from '../account/use-form-errors.ts';
import { AccountForm } from '../sign-in/account-form.tsx';

/** Requests a password reset link by email. */
export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const [rememberedEmail] = useState(getRememberedEmail);
  const [isBusy, setIsBusy] = useState(false);
  const formErrors = useFormErrors();
  const { errors, showErrors, showFormError } = formErrors;

  const submit = async (email: string) => {
    setIsBusy(true);
    showErrors({});
    try {
      await requestPasswordReset(email);
      onSent(email);
    } catch (error) {
      showFormError(toFormError(error, t('recovery.failed')));
      setIsBusy(false);
    }
  };

  return (
    <AccountForm
      formErrors={formErrors}
      isBusy={isBusy}
      label={t('recovery.send')}
      onValidSubmit={(data) => void submit(readText(data, 'email').trim())}
    >
      <p className="text-muted">{t('recovery.forgotText')}</p>
      <TextField
        label={t('auth.email')}
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={rememberedEmail}
        error={errors['email']}
        required
      />
    </AccountForm>
  );
}
