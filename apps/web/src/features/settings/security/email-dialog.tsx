import { emailMaxLength } from '@skein/contracts/limits';
import { useQueryClient } from '@tanstack/react-query';
import { TextField } from '../../../ui/text-field.tsx';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { currentUserQuery } from '../../auth/account/current-user.queries.ts';
import { readText } from '../../auth/account/form-text.ts';
import { changeEmail } from './email.ts';
import { emailQuery } from './email.queries.ts';
import { ConfirmPasswordField, DialogForm, readPassword } from '../layout/dialog-form.tsx';

interface EmailDialogProps {
  /** The verified address of the account, which stays until the new one is confirmed; else null. */
  verifiedEmail: string | null;
  isOpen: boolean;
  onClose: () => void;
}

/** Changes the email address. */
export function EmailDialog({ verifiedEmail, isOpen, onClose }: EmailDialogProps) {
  const client = useQueryClient();
  const submit = async (form: FormData) => {
    await changeEmail({ email: readText(form, 'email'), password: readPassword(form) });
    void client.invalidateQueries({ queryKey: emailQuery.queryKey });
    void client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    toast.success(t('security.verificationSent'));
    onClose();
  };
  return (
    <DialogForm
      isOpen={isOpen}
      onClose={onClose}
      title={t('security.changeEmailTitle')}
      confirmLabel={t(
        verifiedEmail === null ? 'security.changeEmailConfirm' : 'security.replaceEmailConfirm',
      )}
      failure={t('security.failed')}
      onSubmit={submit}
    >
      {(errors) => (
        <>
          <p>
            {verifiedEmail === null
              ? t('security.changeEmailText')
              : t('security.replaceEmailText', { email: verifiedEmail })}
          </p>
          <TextField
            label={t('security.newEmail')}
            name="email"
            type="email"
            autoComplete="email"
            maxLength={emailMaxLength}
            error={errors['email']}
            required
          />
          <ConfirmPasswordField errors={errors} />
        </>
      )}
    </DialogForm>
  );
}
