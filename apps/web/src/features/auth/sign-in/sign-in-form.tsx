import type { CurrentUser } from '@skein/contracts/users';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Location } from 'react-router-dom';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { withMessages } from '../../../i18n/load-messages.ts';
import { paths } from '../../../lib/paths.ts';
import { toast } from '../../../lib/toast.ts';
import { signIn } from './sign-in.ts';
import { accountToast, welcomeBack } from '../account/account-toasts.ts';
import { readText } from '../account/form-text.ts';
import { toFormError } from '../account/form-error.ts';
import { useFormErrors } from '../account/use-form-errors.ts';
import { getRememberedEmail, rememberEmail } from './remembered-email.ts';
import { AccountForm } from './account-form.tsx';
import { hasPasswordSignIn } from './sign-in-methods.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { SingleSignOnButton } from './single-sign-on-button.tsx';

const CodeForm = lazy(() =>
  withMessages(async () => ({ default: (await import('./code-form.tsx')).CodeForm }), 'twoFactor'),
);

/** The first step, which a code has to follow. */
interface PendingSignIn {
  email: string;
  password: string;
  isRemembered: boolean;
}

interface SignInFormProps {
  /** The email of the account that is expected, instead of the one that was remembered. */
  email?: string | undefined;
}

/** The ways to sign in. */
export function SignInForm({ email }: SignInFormProps) {
  const [isOwner, setIsOwner] = useState(false);
  if (hasPasswordSignIn() || isOwner) return <PasswordForm email={email} />;
  return (
    <>
      <SingleSignOnButton />
      <PasskeyButton />
      <button
        type="button"
        className="finger mt-6 inline-flex min-h-6 items-center font-medium text-accent hover:underline"
        onClick={() => setIsOwner(true)}
      >
        {t('auth.ownerSignIn')}
      </button>
    </>
  );
}

function PasswordForm({ email: expectedEmail }: SignInFormProps) {
  const navigate = useNavigate();
  const [rememberedEmail] = useState(getRememberedEmail);
  const [isBusy, setIsBusy] = useState(false);
  const [pending, setPending] = useState<PendingSignIn | null>(null);
  const [enteredEmail, setEnteredEmail] = useState(expectedEmail ?? rememberedEmail);
  const location: Location<unknown> = useLocation();
  const formErrors = useFormErrors();
  const { errors, showErrors } = formErrors;

  const submit = async (form: FormData) => {
    const email = readText(form, 'email');
    const password = readText(form, 'password');
    const isRemembered = form.has('rememberMe');
    setIsBusy(true);
    showErrors({});
    try {
      const user = await signInRemembered({ email, password, isRemembered });
      welcomeBack(user.name);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'second_factor_required') {
        setEnteredEmail(email);
        setPending({ email, password, isRemembered });
        setIsBusy(false);
        return;
      }
      const { fields, message } = toFormError(error, t('auth.loginFailedText'));
      showErrors(fields);
      toast.error(t('auth.loginFailed'), message, accountToast);
      setIsBusy(false);
    }
  };

  if (pending !== null) {
    const signInWith = (code: string) => signInRemembered(pending, code);
    return (
      <Suspense>
        <CodeForm signIn={signInWith} onBack={() => setPending(null)} />
      </Suspense>
    );
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
          <button
            type="button"
            className="finger min-h-6 font-medium text-accent hover:underline"
            onClick={() => void navigate(paths.forgotPassword, { state: location.state })}
          >
            {t('auth.forgotPassword')}
          </button>
        </div>
      </AccountForm>
      <SingleSignOnButton />
      <PasskeyButton />
    </>
  );
}

async function signInRemembered(
  { email, password, isRemembered }: PendingSignIn,
  code?: string,
): Promise<CurrentUser> {
  const user = await signIn({ email, password, ...(code !== undefined && { code }) });
  rememberEmail(isRemembered ? email.trim() : null);
  return user;
}
