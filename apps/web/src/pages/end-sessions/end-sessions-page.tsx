import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { AccountForm } from '../../features/auth/sign-in/account-form.tsx';
import { AuthLayout } from '../../features/auth/layout/auth-layout.tsx';
import { clearEndedSession } from '../../features/auth/sign-in/clear-ended-session.ts';
import { restoreEmail } from '../../features/auth/email/verify-email.ts';
import { endAllSessions } from '../../features/auth/password/reset-password.ts';
import { toFormError } from '../../features/auth/account/form-error.ts';
import { useFormErrors } from '../../features/auth/account/use-form-errors.ts';
import { t } from '../../i18n/index.ts';
import type { MessageKey } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { clearAddressToken, useAddressToken } from '../../lib/session/index.ts';

type Step = 'confirm' | 'done' | 'bad';

/** A way to secure an account with the link of an email. */
interface Action {
  send: (token: string) => Promise<void>;
  label: MessageKey;
  titles: Readonly<Record<Step, MessageKey>>;
  texts: Readonly<Record<Step, MessageKey>>;
}

const endSessions = {
  send: endAllSessions,
  label: 'recovery.endSessions',
  titles: {
    confirm: 'recovery.endTitle',
    done: 'recovery.endedTitle',
    bad: 'recovery.badTitle',
  },
  texts: { confirm: 'recovery.endText', done: 'recovery.endedText', bad: 'recovery.badEndText' },
} as const satisfies Action;

const restoreAddress = {
  send: restoreEmail,
  label: 'recovery.restore',
  titles: {
    confirm: 'recovery.restoreTitle',
    done: 'recovery.restoredTitle',
    bad: 'recovery.badTitle',
  },
  texts: {
    confirm: 'recovery.restoreText',
    done: 'recovery.endedText',
    bad: 'recovery.badRestoreText',
  },
} as const satisfies Action;

/** The target of the link in security emails: signs out all devices of the account. */
export function EndSessionsPage() {
  return <SecureAccountPage {...endSessions} />;
}

/** The target of the link in the email about a change of the address: restores the former address. */
export function RestoreEmailPage() {
  return <SecureAccountPage {...restoreAddress} />;
}

/** Asks first, because email scanners open links. Ends with a link to set a new password. */
function SecureAccountPage({
  send,
  label,
  titles,
  texts,
}: typeof endSessions | typeof restoreAddress) {
  const addressToken = useAddressToken();
  const [token] = useState(addressToken);
  const [step, setStep] = useState<Step>(token === null ? 'bad' : 'confirm');
  const [isBusy, setIsBusy] = useState(false);
  const formErrors = useFormErrors();
  // Removed from the URL, because the sign-in page would use it as a sign-in token.
  useEffect(clearAddressToken, []);
  const end = async () => {
    setIsBusy(true);
    formErrors.showErrors({});
    try {
      await send(token ?? '');
      await clearEndedSession();
      setStep('done');
    } catch (error) {
      const failure = toFormError(error, t('recovery.failed'));
      if ('token' in failure.fields) setStep('bad');
      else formErrors.showFormError(failure);
    }
    setIsBusy(false);
  };
  const title = t(titles[step]);
  return (
    <AuthLayout
      title={title}
      tabTitle={title}
      footer={
        <Link to={paths.login} className="finger font-medium text-accent hover:underline">
          {t('auth.signIn')}
        </Link>
      }
    >
      {step === 'confirm' ? (
        <AccountForm
          formErrors={formErrors}
          isBusy={isBusy}
          label={t(label)}
          onValidSubmit={() => void end()}
        >
          <p className="text-muted">{t(texts.confirm)}</p>
        </AccountForm>
      ) : (
        <div role="alert" className="flex flex-col gap-4">
          <p className="text-muted">{t(texts[step])}</p>
          <Link
            to={paths.forgotPassword}
            className="finger font-medium text-accent hover:underline"
          >
            {t('recovery.resetTitle')}
          </Link>
        </div>
      )}
    </AuthLayout>
  );
}
