import { lazy, Suspense } from 'react';
import { Link, Redirect } from 'wouter';
import { AuthLayout } from '../../features/auth/components/auth-layout.tsx';
import { SignInForm } from '../../features/auth/components/sign-in-form.tsx';
import { t } from '../../i18n/index.ts';
import { withMessages } from '../../i18n/load-messages.ts';
import { getInstanceName } from '../../lib/instance.ts';
import { paths } from '../../lib/paths.ts';
import { isTokenValid, useAddressToken, useSession } from '../../lib/session/index.ts';

const TokenSignIn = lazy(async () => ({
  default: await withMessages(
    async () => (await import('../../features/auth/components/token-sign-in.tsx')).TokenSignIn,
    'recovery',
  ),
}));

export function LoginPage() {
  const addressToken = useAddressToken();
  const { token } = useSession();
  if (addressToken === null && token !== null && isTokenValid(token)) {
    return <Redirect to={paths.feed} replace />;
  }
  return (
    <AuthLayout
      title={t('auth.signInTitle', { instance: getInstanceName() })}
      tabTitle={t('auth.signIn')}
      footer={
        <>
          {t('auth.noAccount')}{' '}
          <Link to={paths.register} className="font-medium text-accent hover:underline">
            {t('auth.createAccount')}
          </Link>
        </>
      }
    >
      {addressToken === null ? (
        <SignInForm />
      ) : (
        <Suspense fallback={null}>
          <TokenSignIn token={addressToken} />
        </Suspense>
      )}
    </AuthLayout>
  );
}
