import { useEffect, useState } from 'react';
import { AccountForm } from '../../features/auth/sign-in/account-form.tsx';
import { AuthLayout } from '../../features/auth/layout/auth-layout.tsx';
import { AuthLink } from '../../features/auth/layout/auth-link.tsx';
import { unsubscribe } from '../../features/auth/password/reset-password.ts';
import { toFormError } from '../../features/auth/account/form-error.ts';
import { useFormErrors } from '../../features/auth/account/use-form-errors.ts';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { clearAddressToken, useAddressToken } from '../../lib/session/index.ts';

/** The target of the link in weekly emails. It asks first, because email scanners open links. */
export function UnsubscribePage() {
  const addressToken = useAddressToken();
  const [token] = useState(addressToken);
  const [isDone, setIsDone] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const formErrors = useFormErrors();
  // Removed from the URL, because the sign-in page would use it as a sign-in token.
  useEffect(clearAddressToken, []);
  const submit = async (confirmed: string) => {
    setIsBusy(true);
    formErrors.showErrors({});
    try {
      await unsubscribe(confirmed);
      setIsDone(true);
    } catch (error) {
      formErrors.showFormError(toFormError(error, t('recovery.failed')));
    }
    setIsBusy(false);
  };
  const title = t(isDone ? 'recovery.unsubscribedTitle' : 'recovery.unsubscribeTitle');
  return (
    <AuthLayout
      title={title}
      tabTitle={title}
      footer={<AuthLink to={paths.login}>{t('auth.signIn')}</AuthLink>}
    >
      {token === null || isDone ? (
        <p role="alert" className="text-muted">
          {t(isDone ? 'recovery.unsubscribeText' : 'recovery.badUnsubscribeText')}
        </p>
      ) : (
        <AccountForm
          formErrors={formErrors}
          isBusy={isBusy}
          label={t('recovery.unsubscribe')}
          onValidSubmit={() => void submit(token)}
        >
          <p className="text-muted">{t('recovery.unsubscribeText')}</p>
        </AccountForm>
      )}
    </AuthLayout>
  );
}
