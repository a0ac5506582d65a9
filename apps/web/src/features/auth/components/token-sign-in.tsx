import type { CurrentUser } from '@skein/contracts/users';
import { lazy, Suspense, useEffect, useState } from 'react';
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
import { toast } from '../../../lib/toast.ts';
import { findTokenOwner, signInWithToken } from '../api/sign-in.ts';
import { accountNotice } from '../model/account-notice.ts';
import { readFailure } from '../model/read-failure.ts';
import { welcomeBack } from '../model/welcome.ts';

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog,
}));

/**
 * Signs in with a token that was handed over in the address: checks it, asks before it replaces
 * somebody else's session, and takes its session up.
 */
export function TokenSignIn({ token }: { token: string }) {
  const [newcomer, setNewcomer] = useState<CurrentUser | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    void begin(token, leaving.signal, setNewcomer);
    return () => leaving.abort();
  }, [token]);
  return (
    <p role="status" className="flex items-center gap-3 py-6 text-muted">
      <Spinner />
      {t('auth.signingIn')}
      {newcomer && (
        <Suspense fallback={null}>
          <ConfirmDialog
            isOpen
            title={t('token.switchTitle', { name: newcomer.name })}
            text={t('token.switchText', { current: getSessionUser()?.name ?? '' })}
            confirmLabel={t('token.switch')}
            onConfirm={() => {
              setNewcomer(null);
              void finish(token);
            }}
            onCancel={clearAddressToken}
          />
        </Suspense>
      )}
    </p>
  );
}

async function begin(
  token: string,
  leaving: AbortSignal,
  ask: (newcomer: CurrentUser) => void,
): Promise<void> {
  try {
    // In development React begins everything twice; the first beginning is over by now.
    await Promise.resolve();
    leaving.throwIfAborted();
    if (!isTokenValid(token)) {
      refuse(readTokenExpiry(token) === null ? 'invalid' : 'expired');
      return;
    }
    const owner = await findTokenOwner(token, leaving);
    const current = getAccessToken() === null ? null : getSessionUser();
    if (current && current.id !== owner.id) ask(owner);
    else await finish(token);
  } catch (error) {
    if (!leaving.aborted) report(error);
  }
}

async function finish(token: string): Promise<void> {
  try {
    const user = await signInWithToken(token);
    welcomeBack(user.name);
    clearAddressToken();
  } catch (error) {
    report(error);
  }
}

/** Only a 401 speaks of the token; an outage leaves everything as it was. */
function report(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) {
    refuse('invalid');
    return;
  }
  toast.error(
    t('auth.loginFailed'),
    readFailure(error, t('auth.loginFailedText')).message,
    accountNotice,
  );
  clearAddressToken();
}

/**
 * The specification clears the stored credentials too (section 2, "Sign-in screen"): here only those
 * that are of no use any more. Otherwise any link could sign somebody out of a valid session.
 */
function refuse(reason: 'expired' | 'invalid'): void {
  if (getAccessToken() === null) clearSession();
  if (reason === 'expired') toast.error(t('token.expired'), t('token.expiredText'), accountNotice);
  else toast.error(t('token.invalid'), t('token.invalidText'), accountNotice);
  clearAddressToken();
}
