import type { ReactNode } from 'react';
import { t } from '../../../i18n/index.ts';
import { paths } from '../../../lib/paths.ts';
import { isTokenValid, useSession } from '../../../lib/session/index.ts';
import { AuthLayout } from './auth-layout.tsx';
import { AuthLink } from './auth-link.tsx';

/** A page about the instance, for everyone. */
export function InfoLayout({ title, children }: { title: string; children: ReactNode }) {
  const { token } = useSession();
  const isSignedIn = token !== null && isTokenValid(token);
  return (
    <AuthLayout
      title={title}
      tabTitle={title}
      footer={
        <AuthLink to={isSignedIn ? paths.feed : paths.login}>
          {t(isSignedIn ? 'terms.backToFeed' : 'auth.signIn')}
        </AuthLink>
      }
    >
      {children}
    </AuthLayout>
  );
}
