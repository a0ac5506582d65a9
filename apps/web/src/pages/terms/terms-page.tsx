import { AuthLayout } from '../../features/auth/components/auth-layout.tsx';
import { AuthLink } from '../../features/auth/components/auth-link.tsx';
import { Terms } from '../../features/auth/components/terms.tsx';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { isTokenValid, useSession } from '../../lib/session/index.ts';

/** The terms of use. */
export function TermsPage() {
  const { token } = useSession();
  const isSignedIn = token !== null && isTokenValid(token);
  return (
    <AuthLayout
      title={t('auth.terms')}
      tabTitle={t('auth.terms')}
      hasTermsLink={false}
      footer={
        <AuthLink to={isSignedIn ? paths.feed : paths.login}>
          {t(isSignedIn ? 'terms.backToFeed' : 'auth.signIn')}
        </AuthLink>
      }
    >
      <Terms />
    </AuthLayout>
  );
}
