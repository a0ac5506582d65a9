import type { CurrentUser } from '@skein/contracts/users';
import { useEffect, useState } from 'react';
import { Spinner } from '../../../ui/spinner.tsx';
import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import {
  clearAddressToken,
  clearSession,
  getAccessToken,
  getSessionUser,
  isTokenValid,
  readTokenExpiry,
} from '../../../lib/session/index.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { toast } from '../../../lib/toast.ts';
import { loadTokenUser, signInWithToken } from '../api/sign-in.ts';
import { accountToast, welcomeBack } from '../model/account-toasts.ts';
import { toFormError } from '../model/form-error.ts';

const ConfirmDialog = lazyComponent(
  async () => (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog,
);

/**
 * Signs in with a token from the URL. Asks for confirmation before it replaces the session of another
 * user.
 */
export function TokenSignIn({ token }: { token: string }) {
  const [newUser, setNewUser] = useState<CurrentUser | null>(null);
  useEffect(() => {
    const unmount = new AbortController();
    void checkToken(token, unmount.signal, setNewUser);
    return () => unmount.abort();
  }, [token]);
  return (
    <p role="status" className="flex items-center gap-3 py-6 text-muted">
      <Spinner />
      {t('auth.signingIn')}
      {newUser && (
        <ConfirmDialog
          isOpen
          title={t('token.switchTitle', { name: newUser.name })}
          text={t('token.switchText', { current: getSessionUser()?.name ?? '' })}
          confirmLabel={t('token.switch')}
          onConfirm={() => {
            setNewUser(null);
            void exchangeToken(token);
          }}
          onCancel={clearAddressToken}
        />
      )}
    </p>
  );
}

async function checkToken(
  token: string,
  unmount: AbortSignal,
  confirmSwitch: (newUser: CurrentUser) => void,
): Promise<void> {
  try {
    // In development React runs every effect twice. The first run is aborted by now.
    await Promise.resolve();
    unmount.throwIfAborted();
    if (!isTokenValid(token)) {
      rejectToken(readTokenExpiry(token) === null ? 'invalid' : 'expired');
      return;
    }
    const owner = await loadTokenUser(token, unmount);
    const current = getAccessToken() === null ? null : getSessionUser();
    if (current && current.id !== owner.id) confirmSwitch(owner);
    else await exchangeToken(token);
  } catch (error) {
    if (!unmount.aborted) reportFailure(error);
  }
}

async function exchangeToken(token: string): Promise<void> {
  try {
    const user = await signInWithToken(token);
    welcomeBack(user.name);
    clearAddressToken();
  } catch (error) {
    reportFailure(error);
  }
}

/** Only a 401 means that the token is invalid. */
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
