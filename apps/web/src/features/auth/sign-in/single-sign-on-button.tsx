import LogIn from 'lucide-react/icons/log-in';
import { useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { useReturnPath } from '../../../lib/return-path.ts';
import { toast } from '../../../lib/toast.ts';
import { Button } from '../../../ui/button.tsx';
import { accountToast } from '../account/account-toasts.ts';
import { toFormError } from '../account/form-error.ts';
import { getSingleSignOnLabel, hasPasswordSignIn } from './sign-in-methods.ts';

/** Signs in with OpenID Connect. Renders nothing on an instance without it. */
export function SingleSignOnButton({ invitation = null }: { invitation?: string | null }) {
  const [isBusy, setIsBusy] = useState(false);
  const returnPath = useReturnPath();
  const label = getSingleSignOnLabel();
  if (label === null) return null;
  const signIn = async () => {
    setIsBusy(true);
    try {
      const { openSingleSignOn } = await import('./single-sign-on.ts');
      await openSingleSignOn({
        ...(returnPath !== paths.feed && { to: returnPath }),
        ...(invitation !== null && { invitation }),
      });
    } catch (error) {
      const { message } = toFormError(error, t('auth.loginFailedText'));
      toast.error(t('auth.loginFailed'), message, accountToast);
    }
    // The browser may also restore this page later, when the user goes back.
    setIsBusy(false);
  };
  return (
    <Button
      variant={hasPasswordSignIn() ? 'secondary' : 'primary'}
      size="lg"
      isBusy={isBusy}
      className="mt-3 h-auto min-h-11 w-full py-2 wrap-anywhere whitespace-normal"
      onClick={() => void signIn()}
    >
      {!isBusy && <LogIn size="1.125rem" className="shrink-0" aria-hidden />}
      <span dir="auto">{label}</span>
    </Button>
  );
}
