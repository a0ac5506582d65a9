import { lazy, Suspense } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import type { Location } from 'react-router-dom';
import { useSignedInPath } from '../../features/auth/accounts/use-signed-in-path.ts';
import { AuthLayout } from '../../features/auth/layout/auth-layout.tsx';
import { AuthLink } from '../../features/auth/layout/auth-link.tsx';
import { WaitingPage } from '../../features/auth/layout/waiting-page.tsx';
import { SignInForm } from '../../features/auth/sign-in/sign-in-form.tsx';
import { t } from '../../i18n/index.ts';
import { withMessages } from '../../i18n/load-messages.ts';
import { getInstanceName, getRegistrationMode } from '../../lib/instance.ts';
import { isAddingAccount, paths } from '../../lib/paths.ts';
import { useReturnPath } from '../../lib/return-path.ts';
import { Splash } from '../../ui/splash.tsx';
import { useAddressToken, useOtherAccounts, useSession } from '../../lib/session/index.ts';

const TokenSignIn = lazy(() =>
  withMessages(
    async () => ({
      default: (await import('../../features/auth/sign-in/token-sign-in.tsx')).TokenSignIn,
    }),
    'recovery',
  ),
);

const AccountList = lazy(() =>
  withMessages(
    async () => ({
      default: (await import('../../features/auth/accounts/account-list.tsx')).AccountList,
    }),
    'accounts',
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
  const { isLeaving } = useSession();
  const returnPath = useReturnPath();
  const signedInPath = useSignedInPath();
  const location: Location<unknown> = useLocation();
  const { hash, search } = location;
  const hasOthers = useOtherAccounts().length > 0;
  if (isLeaving) return <Splash />;
  if (addressToken === null && signedInPath !== null) return <Navigate to={signedInPath} replace />;
  const isAdding = isAddingAccount(search);
  const email = readEmail(location.state);
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
      title={t(isAdding ? 'auth.addAccount' : 'auth.signInTitle', { instance: getInstanceName() })}
      tabTitle={t('auth.signIn')}
      footer={
        <>
          <RegisterLink search={isAdding ? search : ''} />
          {isAdding && (
            <span className="mt-3 block">
              <AuthLink to={returnPath}>{t('common.cancel')}</AuthLink>
            </span>
          )}
        </>
      }
    >
      {hasOthers && !isAdding && (
        <Suspense>
          <AccountList title={t('auth.continueAs')} path={returnPath} />
        </Suspense>
      )}
      <WaitingPage />
      {addressToken === null ? (
        <SignInForm key={email} email={email} />
      ) : (
        <Suspense>
          <TokenSignIn token={addressToken} />
        </Suspense>
      )}
    </AuthLayout>
  );
}

/** The email of an account that signs in again. */
function readEmail(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('email' in state)) return undefined;
  return typeof state.email === 'string' ? state.email : undefined;
}

/** How to get an account. */
function RegisterLink({ search }: { search: string }) {
  const mode = getRegistrationMode();
  if (mode === 'closed') return t('auth.registrationClosed');
  if (mode === 'invitation') return t('auth.registrationByInvitation');
  return (
    <>
      {t('auth.noAccount')}{' '}
      <AuthLink to={`${paths.register}${search}`}>
        {t(mode === 'approval' ? 'auth.requestAccount' : 'auth.createAccount')}
      </AuthLink>
    </>
  );
}
