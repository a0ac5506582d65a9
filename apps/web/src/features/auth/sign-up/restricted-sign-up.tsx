import { registrationReasonMaxLength } from '@skein/contracts/limits';
import type { RegistrationMode } from '@skein/contracts/administration';
import { useEffect, useState } from 'react';
import { t } from '../../../i18n/index.ts';
import { getRegistrationMessage } from '../../../lib/instance.ts';
import { LoadError } from '../../../ui/load-error.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { loadInviter } from './load-inviter.ts';
import type { Inviter } from './load-inviter.ts';
import { SignUpForm } from './sign-up-form.tsx';

type RestrictedMode = Exclude<RegistrationMode, 'open'>;

/** Registration that is closed, by invitation or by approval. */
export function RestrictedSignUp({ mode }: { mode: RestrictedMode }) {
  const [invitation, setInvitation] = useState(readInvitation);
  useEffect(() => {
    // The link may be opened in a tab that already shows this page.
    const update = () => setInvitation(readInvitation());
    window.addEventListener('hashchange', update);
    return () => window.removeEventListener('hashchange', update);
  }, []);
  if (mode === 'closed') return <Explanation text={t('signUp.closed')} />;
  return invitation === null ? (
    <WithoutInvitation mode={mode} />
  ) : (
    <WithInvitation key={invitation} mode={mode} invitation={invitation} />
  );
}

/** The code in the fragment of the link; null without one. */
function readInvitation(): string | null {
  return new URLSearchParams(window.location.hash.slice(1)).get('invitation');
}

function WithoutInvitation({ mode }: { mode: Exclude<RestrictedMode, 'closed'> }) {
  const [isSent, setIsSent] = useState(false);
  if (isSent) {
    return (
      <div role="status" className="flex flex-col gap-3">
        <p className="font-semibold">{t('signUp.requestSent')}</p>
        <p>{t('signUp.requestSentText')}</p>
      </div>
    );
  }
  if (mode === 'invitation') return <Explanation text={t('signUp.byInvitation')} />;
  return (
    <div className="flex flex-col gap-6">
      <Explanation text={t('signUp.byApproval')} />
      <SignUpForm onPending={() => setIsSent(true)}>
        {(errors) => (
          <TextAreaField
            label={t('signUp.reason')}
            hint={t('signUp.reasonHint')}
            name="reason"
            rows={4}
            maxLength={registrationReasonMaxLength}
            error={errors['reason']}
            required
          />
        )}
      </SignUpForm>
    </div>
  );
}

interface WithInvitationProps {
  mode: Exclude<RestrictedMode, 'closed'>;
  invitation: string;
}

function WithInvitation({ mode, invitation }: WithInvitationProps) {
  const [inviter, setInviter] = useState<Inviter | null | 'loading' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    loadInviter(invitation, abort.signal).then(setInviter, () => {
      if (!abort.signal.aborted) setInviter('failed');
    });
    return () => abort.abort();
  }, [invitation, attempt]);

  if (inviter === 'loading') return <p role="status">{t('common.loading')}</p>;
  if (inviter === 'failed') {
    const retry = () => {
      setInviter('loading');
      setAttempt(attempt + 1);
    };
    return <LoadError text={t('signUp.invitationFailed')} onRetry={retry} />;
  }
  if (inviter === null) {
    return (
      <div className="flex flex-col gap-6">
        <p role="alert">{t('signUp.invitationEnded')}</p>
        <WithoutInvitation mode={mode} />
      </div>
    );
  }
  const { name, username } = inviter;
  return (
    <div className="flex flex-col gap-6">
      <p className="wrap-anywhere">{t('signUp.invitedBy', { name, username })}</p>
      <SignUpForm invitation={invitation} />
    </div>
  );
}

/** Why somebody cannot simply register, with the administrators' own text. */
function Explanation({ text }: { text: string }) {
  const message = getRegistrationMessage();
  return (
    <div className="flex flex-col gap-3">
      <p>{text}</p>
      {message !== '' && (
        <p className="text-muted wrap-anywhere whitespace-pre-line" dir="auto">
          {message}
        </p>
      )}
    </div>
  );
}
