import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { preloader } from '../../../lib/preloader.ts';
import { Button } from '../../../ui/button.tsx';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { sendVerificationEmail } from '../../auth/email/verify-email.ts';
import { toFormError } from '../../auth/account/form-error.ts';
import { emailQuery } from './email.queries.ts';
import { SettingsList } from '../layout/settings-list.tsx';

const loadEmailDialog = async () => ({ default: (await import('./email-dialog.tsx')).EmailDialog });
const EmailDialog = lazy(loadEmailDialog);

const unknownStatus = { email: '', isVerified: false, canVerify: true, pendingEmail: null };

/** The email address, with buttons to verify and to change it. Hidden if the instance cannot send emails. */
export function EmailSettings() {
  const query = useQuery(emailQuery);
  const [isOpen, setIsOpen] = useState(false);
  const [openedCount, setOpenedCount] = useState(0);
  const sending = useMutation({
    mutationFn: sendVerificationEmail,
    onSuccess: () => toast.success(t('security.verificationSent')),
    onError: (error) =>
      toast.error(
        t('security.verificationFailed'),
        toFormError(error, t('security.failed')).message,
      ),
  });
  const { email, isVerified, canVerify, pendingEmail } = query.data ?? unknownStatus;
  if (!canVerify) return null;
  const open = () => {
    setIsOpen(true);
    setOpenedCount(openedCount + 1);
  };
  return (
    <SettingsList title={t('security.email')} error={t('security.emailError')} query={query}>
      <p className="mt-0.5 text-sm wrap-anywhere text-muted">{describe(email, isVerified)}</p>
      {pendingEmail !== null && (
        <p role="status" className="mt-2 text-sm wrap-anywhere">
          {t('security.emailPending', { email: pendingEmail })}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {!isVerified && email !== '' && (
          <Button variant="secondary" isBusy={sending.isPending} onClick={() => sending.mutate()}>
            {t('security.sendVerification')}
          </Button>
        )}
        <Button variant="secondary" onPointerEnter={preloader(loadEmailDialog)} onClick={open}>
          {t(email === '' ? 'security.addEmail' : 'security.changeEmail')}
        </Button>
      </div>
      {openedCount > 0 && (
        <Suspense>
          <EmailDialog
            key={openedCount}
            verifiedEmail={isVerified ? email : null}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </SettingsList>
  );
}

function describe(email: string, isVerified: boolean): string {
  if (email === '') return t('security.emailMissing');
  return t(isVerified ? 'security.emailVerified' : 'security.emailUnverified', { email });
}
