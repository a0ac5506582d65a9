import { lazy, Suspense } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { AuthLayout } from '../../features/auth/layout/auth-layout.tsx';
import { AuthLink } from '../../features/auth/layout/auth-link.tsx';
import { WaitingPage } from '../../features/auth/layout/waiting-page.tsx';
import { SignInForm } from '../../features/auth/sign-in/sign-in-form.tsx';
import { t } from '../../i18n/index.ts';
import { withMessages } from '../../i18n/load-messages.ts';
import { getInstanceName, getRegistrationMode } from '../../lib/instance.ts';
import { paths } from '../../lib/paths.ts';
import { useReturnPath } from '../../lib/return-path.ts';
import { Splash } from '../../ui/splash.tsx';
import { isTokenValid, useAddressToken, useSession } from '../../lib/session/index.ts';

const TokenSignIn = lazy(() =>
  withMessages(
    async () => ({
      default: (await import('../../features/auth/sign-in/token-sign-in.tsx')).TokenSignIn,
    }),
    'recovery',
  ),
);

const OidcErrorPage = lazy(() =>
  withMessages(
    async () => ({
      default: (await import('../../features/auth/sign-in/oidc-error-page.tsx')).OidcErrorPage,
    }),
    'oidc',
  ),
);

export function LoginPage() {
  const navigate = useNavigate();
  const addressToken = useAddressToken();
  const { token } = useSession();
  const returnPath = useReturnPath();
  const { hash } = useLocation();
  if (addressToken === null && token !== null && isTokenValid(token)) {
    return <Navigate to={returnPath} replace />;
  }
  const error = new URLSearchParams(hash.slice(1)).get('error');
  if (error !== null) {
    const goBack = () => void navigate(paths.login, { replace: true });
    return (
      <Suspense fallback={<Splash />}>
        <OidcErrorPage code={error} onBack={goBack} />
      </Suspense>
    );
  }
  return (
    <AuthLayout
      title={t('auth.signInTitle', { instance: getInstanceName() })}
      tabTitle={t('auth.signIn')}
      footer={<RegisterLink />}
    >
      <WaitingPage />
      {addressToken === null ? (
        <SignInForm />
      ) : (
        <Suspense>
          <TokenSignIn token={addressToken} />
        </Suspense>
      )}
    </AuthLayout>
  );
}

/** How to get an account. */
function RegisterLink() {
  const mode = getRegistrationMode();
  if (mode === 'closed') return t('auth.registrationClosed');
  if (mode === 'invitation') return t('auth.registrationByInvitation');
  return (
    <>
      {t('auth.noAccount')}{' '}
      <AuthLink to={paths.register}>
        {t(mode === 'approval' ? 'auth.requestAccount' : 'auth.createAccount')}
      </AuthLink>
    </>
  );
}
