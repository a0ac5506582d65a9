import type { CurrentUser } from '@skein/contracts/users';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Spinner } from '../../../ui/spinner.tsx';
import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { withMessages } from '../../../i18n/load-messages.ts';
import {
  clearAddressToken,
  clearSession,
  getAccessToken,
  getSessionUser,
  isTokenValid,
  readTokenExpiry,
} from '../../../lib/session/index.ts';
import { toast } from '../../../lib/toast.ts';
import { loadTokenUser, signInWithToken } from './sign-in.ts';
import { accountToast, welcomeBack } from '../account/account-toasts.ts';
import { toFormError } from '../account/form-error.ts';
import { isHandoverToken } from './is-handover-token.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

const CodeForm = lazy(() =>
  withMessages(async () => ({ default: (await import('./code-form.tsx')).CodeForm }), 'twoFactor'),
);

type Step =
  | { kind: 'checking' | 'askForCode' }
  /** The user is unknown for a handover token, which permits nothing before the sign-in. */
  | { kind: 'confirmSwitch'; newUser: CurrentUser | null };

/**
 * Signs in with a token from the URL. Asks for confirmation before it replaces the session of another
 * user.
 */
export function TokenSignIn({ token }: { token: string }) {
  const [step, setStep] = useState<Step>({ kind: 'checking' });
  useEffect(() => {
    const unmount = new AbortController();
    void checkToken(token, unmount.signal, setStep);
    return () => unmount.abort();
  }, [token]);
  if (step.kind === 'askForCode') {
    const signIn = async (code: string) => {
      const user = await signInWithToken(token, code);
      clearAddressToken();
      return user;
    };
    return (
      <Suspense>
        <CodeForm signIn={signIn} onBack={clearAddressToken} />
      </Suspense>
    );
  }
  return (
    <p role="status" className="flex items-center gap-3 py-6 text-muted">
      <Spinner />
      {t('auth.signingIn')}
      {step.kind === 'confirmSwitch' && (
        <Suspense>
          <ConfirmDialog
            isOpen
            title={
              step.newUser === null
                ? t('token.switchAnyTitle')
                : t('token.switchTitle', { name: step.newUser.name })
            }
            text={t('token.switchText', { current: getSessionUser()?.name ?? '' })}
            confirmLabel={t('token.switch')}
            onConfirm={() => {
              setStep({ kind: 'checking' });
              void exchangeToken(token, setStep);
            }}
            onCancel={clearAddressToken}
          />
        </Suspense>
      )}
    </p>
  );
}

async function checkToken(
  token: string,
  unmount: AbortSignal,
  setStep: (step: Step) => void,
): Promise<void> {
  try {
    // In development React runs every effect twice. The first run is aborted by now.
    await Promise.resolve();
    unmount.throwIfAborted();
    if (!isTokenValid(token)) {
      rejectToken(readTokenExpiry(token) === null ? 'invalid' : 'expired');
      return;
    }
    const newUser = isHandoverToken(token) ? null : await loadTokenUser(token, unmount);
    const current = getAccessToken() === null ? null : getSessionUser();
    if (current && current.id !== newUser?.id) setStep({ kind: 'confirmSwitch', newUser });
    else await exchangeToken(token, setStep);
  } catch (error) {
    if (!unmount.aborted) reportFailure(error);
  }
}

async function exchangeToken(token: string, setStep: (step: Step) => void): Promise<void> {
  try {
    const user = await signInWithToken(token);
    welcomeBack(user.name);
    clearAddressToken();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'second_factor_required') {
      setStep({ kind: 'askForCode' });
      return;
    }
    reportFailure(error);
  }
}

/** The token is invalid only if the response status is 401. */
function reportFailure(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) {
    rejectToken('invalid');
    return;
  }
  toast.error(
    t('auth.loginFailed'),
    toFormError(error, t('auth.loginFailedText')).message,
    accountToast,
  );
  clearAddressToken();
}

/**
 * The specification also clears the stored credentials (section 2, "Sign-in screen"). This clears
 * them only if they are invalid: otherwise any link could end a valid session.
 */
function rejectToken(reason: 'expired' | 'invalid'): void {
  if (getAccessToken() === null) clearSession();
  if (reason === 'expired') toast.error(t('token.expired'), t('token.expiredText'), accountToast);
  else toast.error(t('token.invalid'), t('token.invalidText'), accountToast);
  clearAddressToken();
}
