import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { AuthLayout } from '../../features/auth/layout/auth-layout.tsx';
import { AuthLink } from '../../features/auth/layout/auth-link.tsx';
import { WaitingPage } from '../../features/auth/layout/waiting-page.tsx';
import { SingleSignOnButton } from '../../features/auth/sign-in/single-sign-on-button.tsx';
import { SignUpForm } from '../../features/auth/sign-up/sign-up-form.tsx';
import { hasPasswordSignIn } from '../../features/auth/sign-in/sign-in-methods.ts';
import { t } from '../../i18n/index.ts';
import { getInstanceName, getRegistrationMode } from '../../lib/instance.ts';
import { paths } from '../../lib/paths.ts';
import { useReturnPath } from '../../lib/return-path.ts';
import { isTokenValid, useSession } from '../../lib/session/index.ts';

const RestrictedSignUp = lazy(async () => ({
  default: (await import('../../features/auth/sign-up/restricted-sign-up.tsx')).RestrictedSignUp,
}));

export function RegisterPage() {
  const mode = getRegistrationMode();
  const { token } = useSession();
  const returnPath = useReturnPath();
  const { hash } = useLocation();
  if (token !== null && isTokenValid(token)) return <Navigate to={returnPath} replace />;
  return (
    <AuthLayout
      title={t('signUp.title', { instance: getInstanceName() })}
      tabTitle={t('auth.createAccount')}
      footer={
        <>
          {t('signUp.haveAccount')} <AuthLink to={paths.login}>{t('auth.signIn')}</AuthLink>
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
