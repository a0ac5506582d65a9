import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { AuthLayout } from '../../features/auth/layout/auth-layout.tsx';
import { AuthLink } from '../../features/auth/layout/auth-link.tsx';
import { ForgotPasswordForm } from '../../features/auth/password/forgot-password-form.tsx';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';

/** Sends a password reset link. The confirmation is the same with and without an account. */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const title = t(sentTo === null ? 'recovery.forgotTitle' : 'recovery.sentTitle');
  return (
    <AuthLayout
      title={title}
      tabTitle={title}
      footer={
        <>
          {t('recovery.remembered')} <AuthLink to={paths.login}>{t('auth.signIn')}</AuthLink>
        </>
      }
    >
      {sentTo === null ? (
        <ForgotPasswordForm onSent={setSentTo} />
      ) : (
        <div className="flex flex-col items-start gap-5">
          <p role="status" className="text-muted">
            {t('recovery.sentText', { email: sentTo })}
          </p>
          <Button variant="secondary" onClick={() => setSentTo(null)}>
            {t('recovery.another')}
          </Button>
        </div>
      )}
    </AuthLayout>
  );
}
