import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { SubmitEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { t } from '../../../i18n/index.ts';
import { hasFederation } from '../../../lib/instance.ts';
import { toast } from '../../../lib/toast.ts';
import { hasPending } from '../../composer/pending/watch-pending.ts';
import { loadPending } from '../../composer/pending/load-pending.ts';
import { readText } from '../../auth/account/form-text.ts';
import { leaveDeletedAccount } from '../../auth/sign-in/log-out.ts';
import { useFormErrors } from '../../auth/account/use-form-errors.ts';
import { sendAccountDeletion } from './delete-account.ts';
import { toProfileFormError } from '../profile/profile-form-error.ts';

const passwordField = 'currentPassword';

interface DeleteAccountDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Confirms the deletion of the account with the password. */
export function DeleteAccountDialog({ isOpen, onClose }: DeleteAccountDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  const client = useQueryClient();
  const formId = useId();
  const formErrors = useFormErrors();
  const { formRef, errors, problem, validateForm, showErrors, showFormError } = formErrors;
  const submit = async (password: string) => {
    setIsBusy(true);
    showErrors({});
    try {
      await sendAccountDeletion(password);
      toast.success(
        t('deletion.done'),
        t(hasFederation() ? 'deletion.doneFederated' : 'deletion.doneText'),
      );
      if (hasPending()) {
        // If the browser denies access to its storage, the account is deleted nevertheless.
        await loadPending()
          .then(({ deleteAllPosts }) => deleteAllPosts(client))
          .catch(() => undefined);
      }
      leaveDeletedAccount();
    } catch (error) {
      showFormError(toProfileFormError(error, t('deletion.failed')));
      setIsBusy(false);
    }
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (validateForm(form)) void submit(readText(new FormData(form), passwordField));
  };
  const close = () => {
    showErrors({});
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t('deletion.confirmTitle')}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={formId} variant="danger" isBusy={isBusy}>
            {t('deletion.confirm')}
          </Button>
        </div>
      }
    >
      <form
        ref={formRef}
        id={formId}
        noValidate
        onSubmit={onSubmit}
        onInput={formErrors.clearEditedError}
        className="flex flex-col gap-5 p-4"
      >
        <p>{t('deletion.confirmText')}</p>
        <PasswordField
          label={t('deletion.password')}
          name={passwordField}
          autoComplete="current-password"
          error={errors[passwordField] ?? problem.text ?? undefined}
          required
        />
      </form>
    </Dialog>
  );
}
