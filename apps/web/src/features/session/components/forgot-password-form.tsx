import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { t } from '../../../lib/i18n/index.ts';
import { askForResetLink } from '../api/recover-password.ts';
import { readText } from '../model/form-text.ts';
import { readFailure } from '../model/read-failure.ts';
import { getRememberedEmail } from '../model/remembered-email.ts';
import { useFormErrors } from '../model/use-form-errors.ts';

/** Asks for the address that a link is sent to. */
export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
  const [rememberedEmail] = useState(getRememberedEmail);
  const [isBusy, setIsBusy] = useState(false);
  const { formRef, errors, problem, checkForm, showErrors, showFailure } = useFormErrors();

  const submit = async (email: string) => {
    setIsBusy(true);
    showErrors({});
    try {
      await askForResetLink(email);
      onSent(email);
    } catch (error) {
      showFailure(readFailure(error, t('recovery.failed')));
      setIsBusy(false);
    }
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (checkForm(form)) void submit(readText(new FormData(form), 'email').trim());
  };

  return (
    <form ref={formRef} noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
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
        {t('recovery.send')}
      </Button>
    </form>
  );
}
