import { Link } from 'react-router-dom';
import { AuthLayout } from '../../features/session/components/auth-layout.tsx';
import { TermsList } from '../../features/session/components/terms-list.tsx';
import { enSignUp } from '../../lib/i18n/en-sign-up.ts';
import { addMessages, t } from '../../lib/i18n/index.ts';
import { paths } from '../../lib/paths.ts';

addMessages(enSignUp);

/** The terms of use, at an address of their own. */
export function TermsPage() {
  return (
    <AuthLayout
      title={t('auth.terms')}
      tabTitle={t('auth.terms')}
      footer={
        <Link to={paths.login} className="font-medium text-accent hover:underline">
          {t('auth.signIn')}
        </Link>
      }
    >
      <TermsList />
    </AuthLayout>
  );
}
