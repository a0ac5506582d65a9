import { useState } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { withMessages } from '../../../i18n/load-messages.ts';
import { paths } from '../../../lib/paths.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { toast } from '../../../lib/toast.ts';
import { signIn } from '../api/sign-in.ts';
import { accountToast, welcomeBack } from '../model/account-toasts.ts';
import { readText } from '../model/form-text.ts';
import { toFormError } from '../model/form-error.ts';
import { useFormErrors } from '../model/use-form-errors.ts';
import { getRememberedEmail, rememberEmail } from '../model/remembered-email.ts';
import { AccountForm } from './account-form.tsx';
import { AuthLink } from './auth-link.tsx';
import type { PendingSignIn } from './code-form.tsx';
import { PasskeyButton } from './passkey-button.tsx';

const CodeForm = lazyComponent(() =>
  withMessages(async () => (await import('./code-form.tsx')).CodeForm, 'twoFactor'),
);

export function SignInForm() {
  const [rememberedEmail] = useState(getRememberedEmail);
  const [isBusy, setIsBusy] = useState(false);
  const [pending, setPending] = useState<PendingSignIn | null>(null);
  const [enteredEmail, setEnteredEmail] = useState(rememberedEmail);
  const formErrors = useFormErrors();
  const { errors, showErrors, showFormError } = formErrors;

  const submit = async (form: FormData) => {
    const email = readText(form, 'email');
    const password = readText(form, 'password');
    const isRemembered = form.has('rememberMe');
    setIsBusy(true);
    showErrors({});
    try {
      const user = await signIn({ email, password });
      rememberEmail(isRemembered ? email.trim() : null);
      welcomeBack(user.name);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'second_factor_required') {
        setEnteredEmail(email);
        setPending({ email, password, isRemembered });
        setIsBusy(false);
        return;
      }
      const failure = toFormError(error, t('auth.loginFailedText'));
      showFormError(failure);
      toast.error(t('auth.loginFailed'), failure.message, accountToast);
      setIsBusy(false);
    }
  };

  if (pending !== null) {
    return <CodeForm pending={pending} onBack={() => setPending(null)} />;
  }
  return (
    <>
      <AccountForm
        formErrors={formErrors}
        isBusy={isBusy}
        label={t(isBusy ? 'auth.signingIn' : 'auth.signIn')}
        onValidSubmit={(data) => void submit(data)}
      >
        <TextField
          label={t('auth.email')}
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={enteredEmail}
          error={errors['email']}
          required
        />
        <PasswordField
          label={t('auth.password')}
          name="password"
          autoComplete="current-password"
          error={errors['password']}
          required
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Checkbox name="rememberMe" defaultChecked={rememberedEmail !== ''}>
            {t('auth.rememberMe')}
          </Checkbox>
          <AuthLink to={paths.forgotPassword}>{t('auth.forgotPassword')}</AuthLink>
        </div>
      </AccountForm>
      <PasskeyButton />
    </>
  );
}
