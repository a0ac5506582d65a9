import { passwordMinLength } from '@skein/contracts/limits';
import { lazy, Suspense, useId, useState } from 'react';
import type { ChangeEvent, ReactNode } from 'react';
import { ApiError } from '../../../api/index.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { t } from '../../../i18n/index.ts';
import { getInstanceName, requiresProofOfWork } from '../../../lib/instance.ts';
import { toast } from '../../../lib/toast.ts';
import { signUp } from '../sign-in/sign-in.ts';
import type { Registration } from '../sign-in/sign-in.ts';
import { accountToast } from '../account/account-toasts.ts';
import { validateRegistration } from './validate-registration.ts';
import { readText } from '../account/form-text.ts';
import { hasRules } from './has-rules.ts';
import { toFormError } from '../account/form-error.ts';
import { useFormErrors } from '../account/use-form-errors.ts';
import { AccountForm } from '../sign-in/account-form.tsx';
import { UsernameField } from './username-field.tsx';

const TermsDialog = lazy(async () => ({
  default: (await import('../terms/terms-dialog.tsx')).TermsDialog,
}));

const SignUpRules = lazy(async () => ({
  default: (await import('./sign-up-rules.tsx')).SignUpRules,
}));

interface SignUpFormProps {
  /** The code of the invitation that is used. */
  invitation?: string | undefined;
  /** Further fields; `reason` is sent to the administrators. */
  children?: (errors: Readonly<Record<string, string>>) => ReactNode;
  /** Called when the account waits for approval. */
  onPending?: () => void;
}

export function SignUpForm({ invitation, children, onPending }: SignUpFormProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [isChecking, setIsChecking] = useState(false);
  const [name, setName] = useState('');
  const formErrors = useFormErrors();
  const { errors, showErrors } = formErrors;

  const submit = async (form: FormData) => {
    const username = readText(form, 'username').trim();
    const body = {
      ...(username !== '' && { username }),
      firstName: readText(form, 'firstName'),
      lastName: readText(form, 'lastName'),
      email: readText(form, 'email'),
      password: readText(form, 'password'),
      confirmPassword: readText(form, 'confirmPassword'),
      ...(form.has('reason') && { reason: readText(form, 'reason') }),
      ...(invitation !== undefined && { invitation }),
    };
    const invalidField = validateRegistration(body, form.has('acceptTerms'));
    if (invalidField) {
      showErrors({ [invalidField.field]: t(invalidField.fieldMessage) });
      toast.error(t(invalidField.message), undefined, accountToast);
      return;
    }
    setIsBusy(true);
    showErrors({});
    try {
      const user = await signUpWithProof(body);
      if (user === null) {
        onPending?.();
        return;
      }
      toast.success(
        t('signUp.welcome', { instance: getInstanceName() }),
        t('signUp.welcomeText', { name: user.name }),
        accountToast,
      );
    } catch (error) {
      const { fields, message } = toFormError(error, t('signUp.registrationFailedText'));
      const isEmailTaken = error instanceof ApiError && error.code === 'email_taken';
      // The toast says that the email is taken.
      const isRepeated = isEmailTaken && fields['email'] === message;
      showErrors({ ...fields, ...(isRepeated && { email: t('signUp.emailTakenHere') }) });
      toast.error(t('signUp.registrationFailed'), message, accountToast);
      setIsBusy(false);
    }
  };

  const signUpWithProof = async (body: Registration) => {
    if (requiresProofOfWork()) return signUp({ ...body, proof: await prove() });
    try {
      return await signUp(body);
    } catch (error) {
      // Administrators have required it since this page was loaded.
      if (!isProofMissing(error)) throw error;
      return signUp({ ...body, proof: await prove() });
    }
  };

  const prove = async () => {
    setIsChecking(true);
    try {
      // Loaded only where it is required.
      const { proveWork } = await import('./prove-work.ts');
      return await proveWork();
    } finally {
      setIsChecking(false);
    }
  };

  const readName = ({ currentTarget: { form } }: ChangeEvent<HTMLInputElement>) => {
    if (form === null) return;
    const data = new FormData(form);
    setName(`${readText(data, 'firstName')} ${readText(data, 'lastName')}`.trim());
  };

  return (
    <AccountForm
      formErrors={formErrors}
      isBusy={isBusy}
      label={t('signUp.getStarted')}
      onValidSubmit={(data) => void submit(data)}
    >
      <div className="grid gap-4 min-[25rem]:grid-cols-2">
        <TextField
          label={t('signUp.firstName')}
          name="firstName"
          autoComplete="given-name"
          error={errors['firstName']}
          onChange={readName}
          required
        />
        <TextField
          label={t('signUp.lastName')}
          name="lastName"
          autoComplete="family-name"
          error={errors['lastName']}
          onChange={readName}
          required
        />
      </div>
      <UsernameField name={name} error={errors['username']} />
      <TextField
        label={t('auth.email')}
        name="email"
        type="email"
        autoComplete="username"
        error={errors['email']}
        required
      />
      <PasswordField
        label={t('auth.password')}
        name="password"
        autoComplete="new-password"
        hint={t('auth.passwordHint', { min: passwordMinLength })}
        error={errors['password']}
        required
      />
      <PasswordField
        label={t('signUp.confirmPassword')}
        name="confirmPassword"
        autoComplete="new-password"
        error={errors['confirmPassword']}
        required
      />
      {children?.(errors)}
      {hasRules() && (
        <Suspense fallback={<div className="h-50" />}>
          <SignUpRules />
        </Suspense>
      )}
      <AcceptTerms error={errors['acceptTerms']} />
      <p role="status" className="text-sm text-muted empty:hidden">
        {isChecking && t('signUp.checking')}
      </p>
    </AccountForm>
  );
}

function isProofMissing(error: unknown): boolean {
  return error instanceof ApiError && error.fieldErrors.some(({ path }) => path === 'proof');
}

function AcceptTerms({ error }: { error: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const errorId = useId();
  const open = () => {
    setIsOpen(true);
    setWasOpened(true);
  };
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-1">
        <Checkbox
          name="acceptTerms"
          aria-required
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
        >
          {t('signUp.acceptTerms')}
        </Checkbox>
        <button
          type="button"
          onClick={open}
          className="finger min-h-6 font-medium text-accent hover:underline"
        >
          {t('auth.terms')}
        </button>
      </div>
      {error !== undefined && (
        <p id={errorId} className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
      {wasOpened && (
        <Suspense>
          <TermsDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
