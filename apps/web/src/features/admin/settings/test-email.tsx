import type { TestEmail as Result } from '@skein/contracts/instance';
import { useId } from 'react';
import { ApiError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useSendTestEmail } from './send-test-email.mutation.ts';

/** Sends an email to the administrator and shows what the mail server responds. */
export function TestEmail() {
  const titleId = useId();
  const { data, error, isPending, mutate } = useSendTestEmail();
  return (
    <section aria-labelledby={titleId} className="flex flex-col items-start gap-2">
      <div>
        <h2 id={titleId} className="font-medium">
          {t('admin.testEmail.title')}
        </h2>
        <p className="text-sm text-muted">{t('admin.testEmail.hint')}</p>
      </div>
      <Button size="sm" variant="secondary" isBusy={isPending} onClick={() => mutate()}>
        {t('admin.testEmail.send')}
      </Button>
      <div role="status" className="w-full text-sm wrap-anywhere">
        {!isPending && data !== undefined && <Outcome result={data} />}
        {!isPending && error !== null && (
          <p className="text-danger">
            {error instanceof ApiError && error.message ? error.message : t('admin.failed')}
          </p>
        )}
      </div>
    </section>
  );
}

function Outcome({ result: { outcome, email, error } }: { result: Result }) {
  if (outcome === 'no_mail_server') return <p>{t('admin.testEmail.noMailServer')}</p>;
  if (outcome === 'accepted') return <p>{t('admin.testEmail.accepted', { email })}</p>;
  return (
    <>
      <p className="text-danger">{t('admin.testEmail.failed', { email })}</p>
      <p className="mt-2 rounded-md bg-sunken p-3 font-mono text-xs" translate="no" lang="en">
        {error}
      </p>
    </>
  );
}
