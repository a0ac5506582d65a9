import { Link, Redirect } from 'wouter';
import { AuthLayout } from '../../features/auth/components/auth-layout.tsx';
import { SignUpForm } from '../../features/auth/components/sign-up-form.tsx';
import { t } from '../../i18n/index.ts';
import { getInstanceName } from '../../lib/instance.ts';
import { paths } from '../../lib/paths.ts';
import { isTokenValid, useSession } from '../../lib/session/index.ts';

export function RegisterPage() {
  const { token } = useSession();
  if (token !== null && isTokenValid(token)) return <Redirect to={paths.feed} replace />;
  return (
    <AuthLayout
      title={t('signUp.title', { instance: getInstanceName() })}
      tabTitle={t('auth.createAccount')}
      footer={
        <>
          {t('signUp.haveAccount')}{' '}
          <Link to={paths.login} className="font-medium text-accent hover:underline">
            {t('auth.signIn')}
          </Link>
        </>
      }
    >
      <SignUpForm />
    </AuthLayout>
  );
}
