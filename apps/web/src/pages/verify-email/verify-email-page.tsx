import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { AccountForm } from '../../features/auth/sign-in/account-form.tsx';
import { AuthLayout } from '../../features/auth/layout/auth-layout.tsx';
import { AuthLink } from '../../features/auth/layout/auth-link.tsx';
import { releaseEmail, verifyEmail } from '../../features/auth/email/verify-email.ts';
import { toFormError } from '../../features/auth/account/form-error.ts';
import { useFormErrors } from '../../features/auth/account/use-form-errors.ts';
import { t } from '../../i18n/index.ts';
import { paths } from '../../lib/paths.ts';
import {
  clearAddressToken,
  isTokenValid,
  useAddressToken,
  useSession,
} from '../../lib/session/index.ts';
import { Button } from '../../ui/button.tsx';

type Step = 'verify' | 'release' | 'verified' | 'released' | 'bad';

const titles = {
  verify: 'recovery.verifyTitle',
  release: 'recovery.releaseTitle',
  verified: 'recovery.verifiedTitle',
  released: 'recovery.releasedTitle',
  bad: 'recovery.badTitle',
} as const;

const texts = {
  verify: 'recovery.verifyText',
  release: 'recovery.releaseText',
  verified: 'recovery.verifiedText',
  released: 'recovery.releasedText',
  bad: 'recovery.badVerifyText',
} as const;

const actions = {
  verify: { label: 'recovery.verify', send: verifyEmail, next: 'verified' },
  release: { label: 'recovery.release', send: releaseEmail, next: 'released' },
} as const;

/**
 * The target of links in emails about an address: verifies it for the account that is signed in, or
 * removes it from the account of somebody else. It asks first, because email scanners open links.
 */
export function VerifyEmailPage() {
  const addressToken = useAddressToken();
  const [token] = useState(addressToken);
  const [step, setStep] = useState<Step>(token === null ? 'bad' : 'verify');
  const { token: session } = useSession();
  const isSignedIn = session !== null && isTokenValid(session);
  // Removed from the URL, because the sign-in page would use it as a sign-in token.
  useEffect(clearAddressToken, []);
  const title = t(titles[step]);
  const leadsToFeed = isSignedIn && step !== 'released';
  return (
    <AuthLayout
      title={title}
      tabTitle={title}
      footer={
        <AuthLink to={leadsToFeed ? paths.feed : paths.login}>
          {t(leadsToFeed ? 'terms.backToFeed' : 'auth.signIn')}
        </AuthLink>
      }
    >
      <StepContent step={step} isSignedIn={isSignedIn} token={token ?? ''} onStep={setStep} />
    </AuthLayout>
  );
}

interface StepContentProps {
  step: Step;
  isSignedIn: boolean;
  token: string;
  onStep: (step: Step) => void;
}

function StepContent({ step, isSignedIn, token, onStep }: StepContentProps) {
  const needsSignIn = step === 'verify' && !isSignedIn;
  const text = (
    <p className="text-muted">{t(needsSignIn ? 'recovery.verifySignInText' : texts[step])}</p>
  );
  if (step !== 'verify' && step !== 'release') return <div role="alert">{text}</div>;
  return (
    <>
      {needsSignIn ? (
        text
      ) : (
        <TokenForm {...actions[step]} token={token} onStep={onStep}>
          {text}
        </TokenForm>
      )}
      <Button
        variant="secondary"
        className="mt-3"
        onClick={() => onStep(step === 'verify' ? 'release' : 'verify')}
      >
        {t(step === 'verify' ? 'recovery.notMine' : 'common.cancel')}
      </Button>
    </>
  );
}

interface TokenFormProps {
  label: (typeof actions)[keyof typeof actions]['label'];
  send: (token: string) => Promise<void>;
  /** The step after success. */
  next: Step;
  token: string;
  onStep: (step: Step) => void;
  children: ReactNode;
}

/** A button that uses the token. */
function TokenForm({ label, send, next, token, onStep, children }: TokenFormProps) {
  const [isBusy, setIsBusy] = useState(false);
  const formErrors = useFormErrors();
  const submit = async () => {
    setIsBusy(true);
    formErrors.showErrors({});
    try {
      await send(token);
      onStep(next);
    } catch (error) {
      const failure = toFormError(error, t('recovery.failed'));
      if ('token' in failure.fields) onStep('bad');
      else formErrors.showFormError(failure);
    }
    setIsBusy(false);
  };
  return (
    <AccountForm
      formErrors={formErrors}
      isBusy={isBusy}
      label={t(label)}
      onValidSubmit={() => void submit()}
    >
      {children}
    </AccountForm>
  );
}
