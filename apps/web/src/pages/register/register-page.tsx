import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { AuthLayout } from '../../features/auth/layout/auth-layout.tsx';
import { AuthLink } from '../../features/auth/layout/auth-link.tsx';
import { useSignedInPath } from '../../features/auth/accounts/use-signed-in-path.ts';
import { WaitingPage } from '../../features/auth/layout/waiting-page.tsx';
import { SingleSignOnButton } from '../../features/auth/sign-in/single-sign-on-button.tsx';
import { SignUpForm } from '../../features/auth/sign-up/sign-up-form.tsx';
import { hasPasswordSignIn } from '../../features/auth/sign-in/sign-in-methods.ts';
import { t } from '../../i18n/index.ts';
import { getInstanceName, getRegistrationMode } from '../../lib/instance.ts';
import { isAddingAccount, paths } from '../../lib/paths.ts';

const RestrictedSignUp = lazy(async () => ({
  default: (await import('../../features/auth/sign-up/restricted-sign-up.tsx')).RestrictedSignUp,
}));

export function RegisterPage() {
  const mode = getRegistrationMode();
  const signedInPath = useSignedInPath();
  const { hash, search } = useLocation();
  if (signedInPath !== null) return <Navigate to={signedInPath} replace />;
  return (
    <AuthLayout
      title={t('signUp.title', { instance: getInstanceName() })}
      tabTitle={t('auth.createAccount')}
      footer={
        <>
          {t('signUp.haveAccount')}{' '}
          <AuthLink to={isAddingAccount(search) ? paths.addAccount : paths.login}>
            {t('auth.signIn')}
          </AuthLink>
        </>
      }
    >
      <WaitingPage />
      {hasPasswordSignIn() &&
        (mode === 'open' ? (
          <SignUpForm />
        ) : (
          <Suspense>
            <RestrictedSignUp mode={mode} />
          </Suspense>
        ))}
      {!hasPasswordSignIn() && <p className="mb-3">{t('signUp.bySingleSignOn')}</p>}
      <SingleSignOnButton invitation={new URLSearchParams(hash.slice(1)).get('invitation')} />
    </AuthLayout>
  );
}
