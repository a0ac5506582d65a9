import type { Passkey } from '@skein/contracts/auth';
import { passkeyNameMaxLength } from '@skein/contracts/limits';
import { useQueryClient } from '@tanstack/react-query';
import { TextField } from '../../../ui/text-field.tsx';
import { ApiError, NetworkError } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../lib/toast.ts';
import { readText } from '../../auth/account/form-text.ts';
import { PasskeyAddressError } from '../../auth/sign-in/passkey-address.ts';
import { addPasskey, changePasskeyName, deletePasskey } from './passkeys.ts';
import { passkeysQuery } from './passkeys.queries.ts';
import { ConfirmPasswordField, DialogForm, readPassword } from '../layout/dialog-form.tsx';

export type PasskeyChange =
  { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Pick<Passkey, 'id' | 'name'> };

interface PasskeyDialogProps {
  change: PasskeyChange;
  isOpen: boolean;
  onClose: () => void;
}

/** Adds, renames or removes a passkey. */
export function PasskeyDialog({ change, isOpen, onClose }: PasskeyDialogProps) {
  const client = useQueryClient();
  const { kind } = change;
  const submit = async (form: FormData) => {
    const done = await save(change, { name: readText(form, 'name'), password: readPassword(form) });
    if (!done) return;
    void client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    toast.success(t(`security.passkeys.${kind}.done`));
    onClose();
  };
  return (
    <DialogForm
      isOpen={isOpen}
      onClose={onClose}
      title={t(`security.passkeys.${kind}.title`)}
      confirmLabel={t(`security.passkeys.${kind}.confirm`)}
      isDangerous={kind === 'remove'}
      failure={t('security.failed')}
      onSubmit={submit}
    >
      {(errors) => (
        <>
          {kind === 'add' && <p>{t('security.passkeys.addText')}</p>}
          {change.kind === 'remove' && (
            <p>{t('security.passkeys.removeText', { name: change.passkey.name })}</p>
          )}
          {change.kind !== 'remove' && (
            <TextField
              label={t('security.passkeys.name')}
              name="name"
              maxLength={passkeyNameMaxLength}
              defaultValue={change.kind === 'rename' ? change.passkey.name : ''}
              hint={t('security.passkeys.nameHint')}
              error={errors['name'] ?? errors['credential']}
              required
            />
          )}
          {kind !== 'rename' && <ConfirmPasswordField errors={errors} />}
        </>
      )}
    </DialogForm>
  );
}

/** False if the browser did not create the passkey, mostly because the user has closed its dialog. */
async function save(
  change: PasskeyChange,
  { name, password }: { name: string; password: string },
): Promise<boolean> {
  if (change.kind === 'rename') {
    await changePasskeyName(change.passkey.id, name);
  } else if (change.kind === 'remove') {
    await deletePasskey(change.passkey.id, password);
  } else {
    try {
      await addPasskey({ name, password });
    } catch (error) {
      if (error instanceof ApiError || error instanceof NetworkError) throw error;
      const reason = error instanceof PasskeyAddressError ? error.message : undefined;
      toast.error(t('security.passkeys.notCreated'), reason);
      return false;
    }
  }
  return true;
}
