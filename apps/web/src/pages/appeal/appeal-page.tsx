import { appealTextMaxLength } from '@skein/contracts/administration';
import type { Strike } from '@skein/contracts/moderation';
import { useEffect, useState } from 'react';
import { AccountForm } from '../../features/auth/sign-in/account-form.tsx';
import { AuthLayout } from '../../features/auth/layout/auth-layout.tsx';
import { AuthLink } from '../../features/auth/layout/auth-link.tsx';
import { toFormError } from '../../features/auth/account/form-error.ts';
import { useFormErrors } from '../../features/auth/account/use-form-errors.ts';
import { findStrike, sendAppeal } from '../../features/moderation/account-status/send-appeal.ts';
import { Loaded } from '../../features/instance/loaded.tsx';
import { StrikeSummary } from '../../features/moderation/account-status/strike-summary.tsx';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import { clearAddressToken, useAddressToken } from '../../lib/session/index.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextAreaField } from '../../ui/text-area-field.tsx';

/** The target of the link in emails about strikes, with which also a suspended user can appeal. */
export function AppealPage() {
  const addressToken = useAddressToken();
  const [token] = useState(addressToken);
  const [isSent, setIsSent] = useState(false);
  // Removed from the URL, because the sign-in page would use it as a sign-in token.
  useEffect(clearAddressToken, []);
  const title = t(isSent ? 'strikes.appealSent' : 'strikes.appealTitle');
  return (
    <AuthLayout
      title={title}
      tabTitle={title}
      footer={<AuthLink to={paths.login}>{t('auth.signIn')}</AuthLink>}
    >
      {isSent && (
        <p role="alert" className="text-muted">
          {t('strikes.appealSentText')}
        </p>
      )}
      {!isSent && token === null && <BadLink />}
      {!isSent && token !== null && <Appeal token={token} onSent={() => setIsSent(true)} />}
    </AuthLayout>
  );
}

function BadLink() {
  return (
    <p role="alert" className="text-muted">
      {t('strikes.badLink')}
    </p>
  );
}

interface AppealProps {
  token: string;
  onSent: () => void;
}

function Appeal({ token, onSent }: AppealProps) {
  // Stable between renders.
  const [load] = useState(() => (signal: AbortSignal) => findStrike(token, signal));
  return (
    <Loaded
      load={load}
      placeholder={<Skeleton className="h-40 w-full" />}
      failure={t('strikes.loadFailed')}
    >
      {(strike) =>
        strike === null ? <BadLink /> : <StrikeToAppeal {...{ strike, token, onSent }} />
      }
    </Loaded>
  );
}

function StrikeToAppeal({ strike, ...props }: AppealProps & { strike: Strike }) {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-col gap-2 rounded-md border border-line p-4">
        <StrikeSummary strike={strike} />
      </div>
      {strike.appealableUntil === null ? (
        <p className="text-muted">{t('strikes.appealClosed')}</p>
      ) : (
        <AppealForm {...props} />
      )}
    </div>
  );
}

function AppealForm({ token, onSent }: AppealProps) {
  const [isBusy, setIsBusy] = useState(false);
  const formErrors = useFormErrors();
  const submit = async (data: FormData) => {
    setIsBusy(true);
    formErrors.showErrors({});
    try {
      const text = data.get('text');
      await sendAppeal(token, typeof text === 'string' ? text : '');
      onSent();
    } catch (error) {
      formErrors.showFormError(toFormError(error, t('strikes.appealFailed')));
    }
    setIsBusy(false);
  };
  return (
    <AccountForm
      formErrors={formErrors}
      isBusy={isBusy}
      label={t('strikes.appealSend')}
      onValidSubmit={(data) => void submit(data)}
    >
      <TextAreaField
        name="text"
        label={t('strikes.appealText')}
        hint={t('strikes.appealHint')}
        error={formErrors.errors['text']}
        required
        rows={6}
        maxLength={appealTextMaxLength}
      />
    </AccountForm>
  );
}
