import { t } from '../../../i18n/index.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { readText } from '../../auth/account/form-text.ts';
import { ConfirmPasswordField, DialogForm, readPassword } from '../layout/dialog-form.tsx';
import { useMoveAccount } from './moving.mutation.ts';

interface MoveDialogProps {
  followersCount: number;
  onClose: () => void;
}

/** Shows what a move changes, and confirms it with the password. */
export function MoveDialog({ followersCount, onClose }: MoveDialogProps) {
  const move = useMoveAccount();
  const submit = async (form: FormData) => {
    await move({ handle: readText(form, 'handle'), password: readPassword(form) });
    onClose();
  };
  return (
    <DialogForm
      isOpen
      isDangerous
      onClose={onClose}
      title={t('moving.confirmTitle')}
      confirmLabel={t('moving.confirm')}
      failure={t('moving.failed')}
      onSubmit={submit}
    >
      {(errors) => (
        <>
          <p>{t('moving.effect', { count: followersCount })}</p>
          <TextField
            label={t('moving.newHandle')}
            name="handle"
            placeholder={t('moving.handleExample')}
            autoComplete="off"
            autoCapitalize="none"
            error={errors['handle']}
            required
          />
          <ConfirmPasswordField errors={errors} />
        </>
      )}
    </DialogForm>
  );
}
