import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { AuthLayout } from '../../features/auth/layout/auth-layout.tsx';
import { clearEndedSession } from '../../features/auth/sign-in/clear-ended-session.ts';
import { ResetPasswordForm } from '../../features/auth/password/reset-password-form.tsx';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { clearAddressToken, useAddressToken } from '../../lib/session/index.ts';
import { toast } from '../../lib/toast.ts';

const linkClass = 'finger font-medium text-accent hover:underline';

/** The target of the reset link in the email: sets a new password with its token. */
export function ResetPasswordPage() {
  const navigate = useNavigate();
  const addressToken = useAddressToken();
  const [token, setToken] = useState(addressToken);
  // Removed from the URL, because the sign-in page would use it as a sign-in token.
  useEffect(clearAddressToken, []);
  const finish = async () => {
    // All sessions of this account have ended. A session of another account is still valid.
    await clearEndedSession();
    toast.success(t('recovery.done'), t('recovery.doneText'));
    void navigate(paths.login, { replace: true });
  };
  const title = t(token === null ? 'recovery.badTitle' : 'recovery.resetTitle');
  return (
    <AuthLayout
      title={title}
      tabTitle={title}
      footer={
        <>
          {t('recovery.remembered')}{' '}
          <Link to={paths.login} className={linkClass}>
            {t('auth.signIn')}
          </Link>
        </>
      }
    >
      {token === null ? (
        <div role="alert" className="flex flex-col gap-4">
          <p className="text-muted">{t('recovery.badText')}</p>
          <Link to={paths.forgotPassword} className={linkClass}>
            {t('recovery.requestNewLink')}
          </Link>
        </div>
      ) : (
        <ResetPasswordForm
          token={token}
          onDone={() => void finish()}
          onBadToken={() => setToken(null)}
        />
      )}
    </AuthLayout>
  );
}
