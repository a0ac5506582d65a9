import type { CurrentUser } from '@skein/contracts/users';
import { useEffect, useRef, useState } from 'react';
import { TextField } from '../../../ui/text-field.tsx';
import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { accountToast, welcomeBack } from '../account/account-toasts.ts';
import { readText } from '../account/form-text.ts';
import { toFormError } from '../account/form-error.ts';
import { useFormErrors } from '../account/use-form-errors.ts';
import { AccountForm } from './account-form.tsx';

interface CodeFormProps {
  /** Completes the sign-in with a code, and returns the user. */
  signIn: (code: string) => Promise<CurrentUser>;
  /** Returns to the first step. */
  onBack: () => void;
}

/** The second step of signing in: a code of the authenticator app, or a recovery code. */
export function CodeForm({ signIn, onBack }: CodeFormProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const fieldRef = useRef<HTMLInputElement>(null);
  const formErrors = useFormErrors();
  const { errors, showErrors } = formErrors;
  useEffect(() => fieldRef.current?.focus(), [isRecovery]);

  const submit = async (code: string) => {
    setIsBusy(true);
    showErrors({});
    try {
      const user = await signIn(code);
      welcomeBack(user.name);
    } catch (error) {
      const { message, fields } = toFormError(error, t('auth.loginFailedText'));
      const isWrongCode = error instanceof ApiError && error.code === 'invalid_code';
      showErrors(isWrongCode ? { code: message } : fields);
      toast.error(t('auth.loginFailed'), message, accountToast);
      setIsBusy(false);
    }
  };

  const toggleRecovery = () => {
    showErrors({});
    setIsRecovery(!isRecovery);
  };

  return (
    <AccountForm
      formErrors={formErrors}
      isBusy={isBusy}
      label={t(isBusy ? 'auth.signingIn' : 'auth.signIn')}
      onValidSubmit={(data) => void submit(readText(data, 'code'))}
    >
      <p className="text-muted">{t(isRecovery ? 'twoFactor.recoveryText' : 'twoFactor.text')}</p>
      <TextField
        // Browsers must not suggest codes of the app as recovery codes.
        key={isRecovery ? 'recovery' : 'app'}
        ref={fieldRef}
        label={t(isRecovery ? 'twoFactor.recoveryCode' : 'twoFactor.code')}
        name="code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        error={errors['code']}
        required
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <button type="button" className={linkClass} onClick={toggleRecovery}>
          {t(isRecovery ? 'twoFactor.useApp' : 'twoFactor.useRecoveryCode')}
        </button>
        <button type="button" className={linkClass} onClick={onBack}>
          {t('twoFactor.back')}
        </button>
      </div>
    </AccountForm>
  );
}

const linkClass = 'finger inline-flex min-h-6 items-center font-medium text-accent hover:underline';
