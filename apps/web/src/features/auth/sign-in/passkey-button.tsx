import KeyRound from 'lucide-react/icons/key-round';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ApiError, NetworkError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { accountToast, welcomeBack } from '../account/account-toasts.ts';
import { ClockError, toFormError } from '../account/form-error.ts';
import { PasskeyAddressError } from './passkey-address.ts';

/** Signs in with a passkey. Renders nothing in a browser that does not support them. */
export function PasskeyButton() {
  const [isBusy, setIsBusy] = useState(false);
  if (!('PublicKeyCredential' in window)) return null;
  const signIn = async () => {
    setIsBusy(true);
    try {
      const { signInWithAnyPasskey } = await import('./passkey-sign-in.ts');
      const user = await signInWithAnyPasskey();
      welcomeBack(user.name);
    } catch (error) {
      toast.error(t('auth.loginFailed'), describe(error), accountToast);
      setIsBusy(false);
    }
  };
  return (
    <Button
      variant="secondary"
      size="lg"
      isBusy={isBusy}
      className="mt-3 w-full"
      onClick={() => void signIn()}
    >
      {!isBusy && <KeyRound size="1.125rem" aria-hidden />}
      {t('auth.passkey')}
    </Button>
  );
}

/** Any other error is the browser's: mostly, the user has closed its dialog. */
function describe(error: unknown): string {
  if (error instanceof PasskeyAddressError || error instanceof ClockError) return error.message;
  const isFromServer = error instanceof ApiError || error instanceof NetworkError;
  return isFromServer
    ? toFormError(error, t('auth.loginFailedText')).message
    : t('auth.passkeyFailed');
}
